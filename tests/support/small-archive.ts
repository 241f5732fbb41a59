/**
 * Returns a PMTiles archive of version 3 with one tile, at zoom 0: header, root directory, metadata, tile;
 * all uncompressed.
 */
export function smallArchive(tile: Uint8Array = Buffer.from([0x1a, 0x00])): Uint8Array<ArrayBuffer> {
  // One entry: tile 0, one run, its length, and its offset plus one.
  const directory = Buffer.from([1, 0, 1, tile.length, 1]);
  const metadata = Buffer.from('{"vector_layers":[]}');
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const parts = [directory, metadata, Buffer.alloc(0), tile];
  let at = header.length;
  for (const [i, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + i * 16);
    at += part.length;
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(1n, place);
  // Clustered, directories and tiles uncompressed, vector tiles.
  header.set([1, 1, 1, 1], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + i * 4);
  return new Uint8Array(Buffer.concat([header, ...parts]));
}
