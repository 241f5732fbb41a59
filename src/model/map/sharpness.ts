/** The resolution of a moving map, relative to the page's, if the processor has to draw it. */
export const movingPixelRatio = 0.5;

const software = /swiftshader|llvmpipe|softpipe|swrast|software|basic render/i;

/**
 * Returns true if WebGL is drawn by the processor instead of a graphics card, judging by the renderer's name.
 */
export function isSoftwareRenderer(name: string): boolean {
  return software.test(name);
}
