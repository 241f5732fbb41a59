import { type LayerFormat, maxLayerBytes } from '../entities/map-layer.ts';
import { quoted, refuseLayer } from './layer-refusal.ts';

const endings: Readonly<Record<string, LayerFormat>> = { geojson: 'geojson', json: 'geojson', gpx: 'gpx', kml: 'kml' };
const titles: Readonly<Record<LayerFormat, string>> = { geojson: 'GeoJSON', gpx: 'GPX', kml: 'KML' };

/** Returns the format of a file by its extension. @throws LayerRefusal for any other extension, or none. */
export function formatOfName(fileName: string): LayerFormat {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const format = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (format !== undefined) return format;
  if (ending === 'kmz') return refuseLayer('A KMZ is a zipped KML. Unzip it and choose its file doc.kml.');
  if (ending === 'shp' || ending === 'zip')
    return refuseLayer('Shapefiles and archives are not supported. Export the layer as GeoJSON in WGS 84 (EPSG:4326).');
  return refuseLayer(`${quoted(fileName)} is not a layer file. Use GeoJSON (.geojson, .json), GPX (.gpx) or KML (.kml).`);
}

/** Returns the problem of a file with too many bytes; undefined for others. */
export function largeFileText(bytes: number): string | undefined {
  if (bytes <= maxLayerBytes) return undefined;
  return `The file has ${megabytes(bytes)} MB; at most ${megabytes(maxLayerBytes)} are allowed. Simplify its lines, or split it.`;
}

/**
 * Returns the text of a file if it is safe to parse: in the format of its name, without active content.
 * @throws LayerRefusal.
 */
export function layerText(file: string, format: LayerFormat): string {
  if (file.includes('\0')) refuseLayer('The file contains NUL characters. It is damaged, or not one of these formats.');
  const text = file.trim();
  if (text === '') refuseLayer('The file is empty.');
  const isXml = text.startsWith('<');
  if (isXml !== (format !== 'geojson'))
    refuseLayer(`The file is not ${titles[format]}, despite its name: it starts with ${quoted(text.slice(0, 20))}.`);
  if (/<\s*script\b/i.test(text))
    refuseLayer('The file contains a script. Only features are allowed: leave out descriptions when you export it.');
  if (isXml) refuseActiveXml(text);
  return text;
}

/** Refuses XML that could make a parser read other data than the file, or expand it. */
function refuseActiveXml(text: string): void {
  const active = /<!\s*(DOCTYPE|ENTITY)/i.exec(text);
  if (active !== null)
    refuseLayer(
      `The file has a ${active[1]?.toUpperCase() ?? ''} (character ${active.index + 1}), which is not allowed. Export it without.`,
    );
  const encoding = /^<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)["']/i.exec(text)?.[1];
  if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
    refuseLayer(`The file says it is encoded in ${quoted(encoding)}. Save it as UTF-8.`);
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1).replace(/\.0$/, '');
}
