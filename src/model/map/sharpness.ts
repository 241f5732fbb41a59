/** How many pixels a moving map is drawn with for each of the page's, where a processor draws them all. */
export const movingPixelRatio = 0.5;

const software = /swiftshader|llvmpipe|softpipe|swrast|software|basic render/i;

/** True where what draws WebGL is a processor and no graphics card, by the name that the browser gives it. */
export function isSoftwareRenderer(name: string): boolean {
  return software.test(name);
}
