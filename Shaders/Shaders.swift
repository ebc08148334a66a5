/// The GLSL texts that are embedded in the program, by file name.
public enum EmbeddedShaders {
  /// Returns the text of a file in `Shaders/`, or nil when the file is missing.
  public static func text(_ file: String) -> String? {
    bytes(file).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func bytes(_ file: String) -> [UInt8]? {
    switch file {
    case "quad.vert.glsl": PackageResources.quad_vert_glsl
    case "rounded.glsl": PackageResources.rounded_glsl
    case "box.frag.glsl": PackageResources.box_frag_glsl
    case "flat.frag.glsl": PackageResources.flat_frag_glsl
    case "image.frag.glsl": PackageResources.image_frag_glsl
    case "image-inside.frag.glsl": PackageResources.image_inside_frag_glsl
    case "image-reduced.frag.glsl": PackageResources.image_reduced_frag_glsl
    case "reduced.glsl": PackageResources.reduced_glsl
    case "image-plain.frag.glsl": PackageResources.image_plain_frag_glsl
    case "texel.glsl": PackageResources.texel_glsl
    case "mask.frag.glsl": PackageResources.mask_frag_glsl
    case "scaled-mask.frag.glsl": PackageResources.scaled_mask_frag_glsl
    case "mesh.glsl": PackageResources.mesh_glsl
    case "mesh-triangles.vert.glsl": PackageResources.mesh_triangles_vert_glsl
    case "mesh-triangles.frag.glsl": PackageResources.mesh_triangles_frag_glsl
    case "mesh-edges.vert.glsl": PackageResources.mesh_edges_vert_glsl
    case "mesh-edges.frag.glsl": PackageResources.mesh_edges_frag_glsl
    case "mesh-mask.frag.glsl": PackageResources.mesh_mask_frag_glsl
    case "gradient.glsl": PackageResources.gradient_glsl
    case "gradient.frag.glsl": PackageResources.gradient_frag_glsl
    case "gradient-inside.frag.glsl": PackageResources.gradient_inside_frag_glsl
    case "error-function.glsl": PackageResources.error_function_glsl
    case "shadow.frag.glsl": PackageResources.shadow_frag_glsl
    case "shadow-soft.frag.glsl": PackageResources.shadow_soft_frag_glsl
    case "group.frag.glsl": PackageResources.group_frag_glsl
    case "group-masked.frag.glsl": PackageResources.group_masked_frag_glsl
    case "fill.frag.glsl": PackageResources.fill_frag_glsl
    case "fill-turned.frag.glsl": PackageResources.fill_turned_frag_glsl
    case "cubic.vert.glsl": PackageResources.cubic_vert_glsl
    case "fill.vert.glsl": PackageResources.fill_vert_glsl
    case "cubic.frag.glsl": PackageResources.cubic_frag_glsl
    default: nil
    }
  }
}
