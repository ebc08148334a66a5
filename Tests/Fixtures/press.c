// Makes press.icc, the profile of a press that there is only in tests: inks that lie on each other as filters do, a gamut
// far smaller than sRGB's, a black that is not black. Its tables can be inverted exactly.
//   cc press.c -o press -llcms2 -lm && ./press press.icc
#include <lcms2.h>
#include <math.h>
static double M[3][3]; static const double B=0.03; // black luminance share
static void init(void){
  // sRGB->XYZ D50 (Bradford)
  double S[3][3]={{0.4360747,0.3850649,0.1430804},{0.2225045,0.7168786,0.0606169},{0.0139322,0.0971045,0.7141733}};
  double W[3]={0.9642,1.0,0.8249};
  double mix[3]={0.12,0.42,0.30};
  for(int c=0;c<3;c++) for(int r=0;r<3;r++){ double Yc=S[1][c]; M[r][c]=S[r][c]*(1-mix[c])+W[r]*Yc*mix[c]; }
  // rows sum: keep white exact
  for(int r=0;r<3;r++){double s=M[r][0]+M[r][1]+M[r][2]; for(int c=0;c<3;c++) M[r][c]*=W[r]/s;}
}
static double g(double x){return x<=0?0:x>=1?1:x*x*x;}
static double gi(double y){return y<=0?0:y>=1?1:cbrt(y);}
static void toLab(const double*in,cmsCIELab*L){ double d[3]; for(int i=0;i<3;i++) d[i]=g((1-in[i])*(1-in[3]));
  double X[3],W[3]={0.9642,1.0,0.8249}; for(int r=0;r<3;r++){X[r]=0;for(int c=0;c<3;c++)X[r]+=M[r][c]*d[c]; X[r]=W[r]*B*B+X[r]*(1-B*B);}
  cmsCIEXYZ x={X[0],X[1],X[2]}; cmsXYZ2Lab(cmsD50_XYZ(),L,&x);}
static void inv(double m[3][3],double o[3][3]){double a=m[0][0],b=m[0][1],c=m[0][2],d=m[1][0],e=m[1][1],f=m[1][2],g_=m[2][0],h=m[2][1],i=m[2][2];
 double D=a*(e*i-f*h)-b*(d*i-f*g_)+c*(d*h-e*g_);
 double r[9]={e*i-f*h,c*h-b*i,b*f-c*e,f*g_-d*i,a*i-c*g_,c*d-a*f,d*h-e*g_,b*g_-a*h,a*e-b*d}; for(int k=0;k<9;k++) o[k/3][k%3]=r[k]/D;}
static int a2b(const cmsUInt16Number In[],cmsUInt16Number Out[],void*c){double in[4];for(int i=0;i<4;i++)in[i]=In[i]/65535.0; cmsCIELab L; toLab(in,&L); cmsFloat2LabEncodedV2(Out,&L); return 1;}
static int b2a(const cmsUInt16Number In[],cmsUInt16Number Out[],void*c){cmsCIELab L; cmsLabEncoded2FloatV2(&L,In); cmsCIEXYZ x; cmsLab2XYZ(cmsD50_XYZ(),&x,&L);
 double W[3]={0.9642,1.0,0.8249},X[3]={x.X,x.Y,x.Z},I[3][3],d[3]; inv(M,I);
 for(int r=0;r<3;r++) X[r]=(X[r]-W[r]*B*B)/(1-B*B);
 double mx=0; for(int r=0;r<3;r++){double v=0;for(int c=0;c<3;c++)v+=I[r][c]*X[c]; d[r]=gi(v); if(d[r]>mx)mx=d[r];}
 double k=1-mx; for(int r=0;r<3;r++){double ink=mx>1e-6?(mx-d[r])/mx:0; Out[r]=(cmsUInt16Number)(ink*65535+.5);} Out[3]=(cmsUInt16Number)(k*65535+.5); return 1;}
int main(int c,char**v){ init(); cmsHPROFILE p=cmsCreateProfilePlaceholder(NULL); cmsSetProfileVersion(p,2.1); cmsSetDeviceClass(p,cmsSigOutputClass); cmsSetColorSpace(p,cmsSigCmykData); cmsSetPCS(p,cmsSigLabData);
 cmsMLU*d=cmsMLUalloc(0,1); cmsMLUsetASCII(d,"en","US","Regalia test press"); cmsWriteTag(p,cmsSigProfileDescriptionTag,d);
 cmsMLU*t=cmsMLUalloc(0,1); cmsMLUsetASCII(t,"en","US","No copyright, use freely"); cmsWriteTag(p,cmsSigCopyrightTag,t);
 cmsWriteTag(p,cmsSigMediaWhitePointTag,cmsD50_XYZ());
 cmsPipeline*A=cmsPipelineAlloc(NULL,4,3); cmsStage*s=cmsStageAllocCLut16bit(NULL,7,4,3,NULL); cmsStageSampleCLut16bit(s,a2b,NULL,0); cmsPipelineInsertStage(A,cmsAT_END,s);
 cmsPipeline*Bp=cmsPipelineAlloc(NULL,3,4); s=cmsStageAllocCLut16bit(NULL,17,3,4,NULL); cmsStageSampleCLut16bit(s,b2a,NULL,0); cmsPipelineInsertStage(Bp,cmsAT_END,s);
 cmsWriteTag(p,cmsSigAToB0Tag,A); cmsWriteTag(p,cmsSigBToA0Tag,Bp);
 cmsLinkTag(p,cmsSigAToB1Tag,cmsSigAToB0Tag); cmsLinkTag(p,cmsSigBToA1Tag,cmsSigBToA0Tag);
 cmsSaveProfileToFile(p,v[1]);
}
