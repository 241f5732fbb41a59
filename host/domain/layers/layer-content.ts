import { gpx, kml } from '@tmcw/togeojson';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { LayerFormat } from '#model/entities/map-layer.ts';
import { layerFeatures } from '#model/layers/layer-geometry.ts';
import { LayerRefusal, quoted, refuseLayer } from '#model/layers/layer-refusal.ts';
import { formatOfName, largeFileText, layerText } from '#model/layers/layer-text.ts';
import { xmlTree } from './xml-tree.ts';

/** A layer's features as stored: compressed GeoJSON, named by the hash of the uncompressed content. */
export type LayerContent = {
  hash: string;
  packed: Uint8Array;
  bytes: number;
  format: LayerFormat;
  features: number;
  vertices: number;
  bounds: [west: number, south: number, east: number, north: number];
};

/**
 * Reads an uploaded file and keeps what is drawn (LAY-1 to LAY-3). Takes seconds for large XML.
 * @throws LayerRefusal that says what is wrong, where, and what to do.
 */
export function layerContent(file: Uint8Array, fileName: string): LayerContent {
  const format = formatOfName(fileName);
  const tooLarge = largeFileText(file.length);
  if (tooLarge !== undefined) refuseLayer(tooLarge);
  const text = layerText(decoded(file), format);
  const { features, vertices, bounds } = layerFeatures(format === 'geojson' ? parsedJson(text) : parsedXml(text, format));
  const unpacked = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
  return {
    hash: createHash('sha256').update(unpacked).digest('hex'),
    packed: gzipSync(unpacked),
    bytes: unpacked.length,
    format,
    features: features.length,
    vertices,
    bounds,
  };
}

function decoded(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return refuseLayer('The file is not UTF-8. Save it as UTF-8.');
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return refuseLayer(`The file is not complete GeoJSON: ${reason(error)}. ${again}`);
  }
}

function parsedXml(text: string, format: 'gpx' | 'kml'): unknown {
  const tree = wholeXml(text, format);
  const root = tree.documentElement?.tagName.replace(/^.*:/, '') ?? '';
  if (root.toLowerCase() !== format)
    refuseLayer(`The file is not ${format.toUpperCase()}, despite its name: its root element is ${quoted(root)}.`);
  // The library's types expect a browser's document.
  const read = (format === 'gpx' ? gpx : kml) as unknown as (from: typeof tree) => unknown;
  return read(tree);
}

function wholeXml(text: string, format: 'gpx' | 'kml'): ReturnType<typeof xmlTree> {
  try {
    return xmlTree(text);
  } catch (error) {
    if (error instanceof LayerRefusal || error instanceof RangeError) throw error;
    return refuseLayer(`The file is not complete ${format.toUpperCase()}: ${reason(error)}. ${again}`);
  }
}

const again = 'It may be damaged or cut off. Export it again.';

/** Returns a parser's message in one line. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.trim().slice(0, 200).replace(/\.$/, '') ?? '';
}
