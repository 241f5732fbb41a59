/** Returns true if the browser supports WebGL 2, which the map's libraries need. */
export function hasWebgl(document: Pick<Document, 'createElement'>): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Release this context at once, because browsers allow only a few.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
