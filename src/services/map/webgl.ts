/** True where the browser draws by WebGL 2, which the map's libraries need. */
export function hasWebgl(document: Pick<Document, 'createElement'>): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A browser gives few of them: this one is given back at once.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
