/** Returns a vector tile with one area that covers all of it, in the layer of that name. */
export function smallTile(layerName: string): Uint8Array {
  const side = [0x80, 0x40];
  const back = [0xff, 0x3f];
  // From the corner to the right, down, and back to the left.
  const geometry = [9, 0, 0, 26, ...side, 0, 0, ...side, ...back, 0, 15];
  const feature = [0x18, 3, ...field(0x22, geometry)];
  const layer = [0x78, 2, ...field(0x0a, Buffer.from(layerName)), ...field(0x12, feature), 0x28, 0x80, 0x20];
  return Uint8Array.from(field(0x1a, layer));
}

function field(tag: number, content: Iterable<number>): number[] {
  const bytes = [...content];
  return [tag, bytes.length, ...bytes];
}
