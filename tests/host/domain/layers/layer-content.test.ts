import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { layerContent } from '../../../../host/domain/layers/layer-content.ts';
import { areaKml, fileBytes, riverGeoJson, riverGpx } from '../../../support/layer-files.ts';

/** What a layer's file is turned into (LAY-1 to LAY-3). */

const read = (text: string | Uint8Array, fileName: string) =>
  layerContent(typeof text === 'string' ? fileBytes(text) : text, fileName);
const featuresOf = (text: string, fileName: string) =>
  (JSON.parse(gunzipSync(read(text, fileName).packed).toString()) as { features: unknown[] }).features;
const feature = (geometry: unknown, more: object = {}) => JSON.stringify({ type: 'Feature', properties: {}, geometry, ...more });
const closed = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });

describe('a file that is taken (LAY-1)', () => {
  test('GeoJSON: geometries and names are kept, and nothing else', () => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 7,
          properties: { name: 'Weir\u0007', html: '<b>x</b>' },
          geometry: point(-113.123456789, 45, 1_900),
        },
        { type: 'Feature', properties: null, geometry: null },
        {
          type: 'Feature',
          properties: { NAME: 12 },
          geometry: { type: 'GeometryCollection', geometries: [point(1, 2), point(3, 4)] },
        },
      ],
    });
    expect(featuresOf(text, 'Weirs.JSON')).toEqual([
      { type: 'Feature', properties: { name: 'Weir' }, geometry: point(-113.1234568, 45) },
      { type: 'Feature', properties: { name: '12' }, geometry: point(1, 2) },
      { type: 'Feature', properties: { name: '12' }, geometry: point(3, 4) },
    ]);
  });

  test('parts that lie nowhere are left out', () => {
    const geometries = [
      { type: 'MultiPolygon', coordinates: [[], [closed], []] },
      { type: 'MultiLineString', coordinates: [[], closed] },
      { type: 'MultiPoint', coordinates: [] },
    ];
    expect(featuresOf(JSON.stringify({ type: 'GeometryCollection', geometries }), 'a.json')).toEqual([
      { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: [[closed]] } },
      { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: [closed] } },
    ]);
  });

  test('facts of it', () => {
    const { hash, packed: _, ...facts } = read(riverGeoJson(), 'river.geojson');
    expect(facts).toEqual({ format: 'geojson', bytes: 179, features: 1, vertices: 3, bounds: [-113.5, 45, -113.498, 45] });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(read(`\ufeff ${riverGeoJson()}\n`, 'other.json').hash).toBe(hash);
  });

  test('GPX', () => {
    expect(featuresOf(riverGpx, 'lemhi.gpx')).toEqual([
      {
        type: 'Feature',
        properties: { name: 'Lemhi' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [-113.5, 45],
            [-113.499, 45.001],
          ],
        },
      },
      { type: 'Feature', properties: { name: 'Weir' }, geometry: point(-113.9, 45.1) },
    ]);
  });

  test('KML', () => {
    const ring = [
      [-114, 45],
      [-113, 45],
      [-113, 46],
      [-114, 45],
    ];
    expect(featuresOf(areaKml, 'area.kml')).toEqual([
      { type: 'Feature', properties: { name: 'Study area' }, geometry: { type: 'Polygon', coordinates: [ring] } },
    ]);
  });

  test.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::4326', 'EPSG:4326'])('said to be in %s', (name) => {
    expect(read(feature(point(1, 2), { crs: { type: 'name', properties: { name } } }), 'a.json').vertices).toBe(1);
  });
});

const entities = (declared: string, used = '') =>
  `<?xml version="1.0"?><!DOCTYPE kml [${declared}]><kml><Document>${used}</Document></kml>`;
const area = (...ring: number[][]) => feature({ type: 'Polygon', coordinates: [ring] });
const longLine = (count: number) =>
  `{"type":"LineString","coordinates":[${Array.from({ length: count }, () => '[-113.5,45.5]').join(',')}]}`;
const gpxOf = (inner: string) => `<gpx xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>`;

type Refused = [what: string, fileName: string, file: string | Uint8Array, sentence: RegExp];
const refused: Refused[] = [
  ['empty', 'a.geojson', '', /^The file is empty\.$/],
  ['of blanks', 'a.geojson', ' \n', /^The file is empty\.$/],
  [
    'of another kind',
    'rivers.pdf',
    '{}',
    /‘rivers\.pdf’ is not a layer file\. Use GeoJSON \(\.geojson, \.json\), GPX \(\.gpx\) or KML/,
  ],
  ['a KMZ', 'rivers.kmz', 'PK', /Unzip it/],
  ['a shapefile', 'rivers.shp', 'x', /Export the layer as GeoJSON in WGS 84/],
  ['GPX by its name, GeoJSON by what is in it', 'a.gpx', riverGeoJson(), /not GPX, despite its name: it starts with ‘\{/],
  ['GeoJSON by its name, GPX by what is in it', 'a.json', riverGpx, /not GeoJSON, despite its name: it starts with ‘</],
  ['KML by its name, GPX by what is in it', 'a.kml', riverGpx, /not KML, despite its name: its root element is ‘gpx’/],
  ['not UTF-8', 'a.geojson', Buffer.from(riverGeoJson(3, 'Rivière'), 'latin1'), /not UTF-8. Save it as UTF-8/],
  ['UTF-16', 'a.gpx', Buffer.from(`\ufeff${riverGpx}`, 'utf16le'), /not UTF-8/],
  ['with NUL', 'a.gpx', `${riverGpx}\0`, /contains NUL/],
  [
    'in another encoding, by its own word',
    'a.gpx',
    riverGpx.replace('UTF-8', 'ISO-8859-1'),
    /says it is encoded in ‘ISO-8859-1’/,
  ],
  ['larger than 10 MB', 'a.geojson', new Uint8Array(10.5 * 1024 * 1024), /has 10\.5 MB; at most 10 are allowed\. Simplify/],
  ['10 MB of points', 'a.geojson', longLine(700_000), /more than 200,000 points\. Simplify its lines, or split it/],
  [
    'of too many features',
    'a.json',
    `{"type":"GeometryCollection","geometries":[${Array.from({ length: 50_001 }, () => '{"type":"Point","coordinates":[1,2]}').join(',')}]}`,
    /more than 50,000 features/,
  ],
  ['cut off, GeoJSON', 'a.geojson', riverGeoJson().slice(0, -9), /not complete GeoJSON: .+ It may be damaged or cut off/],
  ['cut off, GPX', 'a.gpx', riverGpx.slice(0, -9), /not complete GPX: .+ It may be damaged or cut off/],
  ['cut off in a tag, KML', 'a.kml', areaKml.slice(0, 200), /not complete KML/],
  ['of two documents', 'a.kml', `${areaKml}<kml/>`, /not complete KML/],
  ['no object', 'a.json', '[1]', /not GeoJSON: it holds ‘\[1\]’/],
  ['of no features', 'a.json', '{"type":"FeatureCollection"}', /no list of features/],
  ['with nothing drawn', 'a.json', '{"type":"FeatureCollection","features":[]}', /has nothing to draw/],
  ['GPX with nothing drawn', 'a.gpx', gpxOf(''), /has nothing to draw/],
  ...(['MultiPoint', 'MultiLineString', 'MultiPolygon'] as const).map((type): Refused => [
    `a ${type} that lies nowhere`,
    'a.json',
    feature({ type, coordinates: type === 'MultiPoint' ? [] : [[], []] }),
    /has nothing to draw/,
  ]),
  ['an area whose edge is nothing', 'a.json', feature({ type: 'MultiPolygon', coordinates: [[[], closed]] }), /edge is 0 points/],
  ['a topology', 'a.json', '{"type":"Topology"}', /of the kind ‘Topology’, which the map cannot draw/],
  [
    'with a feature that is none',
    'a.json',
    '{"type":"FeatureCollection","features":[{"type":"Point"}]}',
    /^Feature 1 is not a GeoJSON feature/,
  ],
  ['with a circle', 'a.json', feature({ type: 'Circle', coordinates: [1, 2] }), /‘Circle’, which the map cannot draw/],
  ['with a kind of the prototype', 'a.json', feature({ type: 'constructor', coordinates: [1, 2] }), /‘constructor’/],
  [
    'in metres',
    'a.json',
    feature(point(271_000, 4_990_000)),
    /longitude 271000, latitude 4990000, which is not on Earth: if these are metres/,
  ],
  [
    'beyond the 180th meridian',
    'a.json',
    feature(point(190.5, -16)),
    /longitude 190\.5, .+ end at 180° and -180°; split features at that meridian/,
  ],
  ['the wrong way round', 'a.json', feature(point(45, -113)), /latitude and longitude seem to be in the wrong order/],
  ['out of range in GPX', 'a.gpx', gpxOf('<wpt lat="95" lon="200"/>'), /longitude 200, latitude 95, which is not on Earth/],
  ['out of range in KML', 'a.kml', areaKml.replace('-113,46', '-113,146'), /latitude 146, which is not on Earth/],
  ['with a huge number', 'a.json', '{"type":"Point","coordinates":[1e999,1]}', /where a longitude and a latitude should be/],
  ['with a text for a number', 'a.json', feature(point('1', '2')), /where a longitude and a latitude should be/],
  ['with a point of one number', 'a.json', feature(point(1)), /‘\[1\]’ where a longitude/],
  ['with a line that is a point', 'a.json', feature({ type: 'LineString', coordinates: [1, 2] }), /where a longitude/],
  ['with a line of one point', 'a.json', feature({ type: 'LineString', coordinates: [[1, 2]] }), /a line of 1 points/],
  ['with an open area', 'a.json', area([0, 0], [1, 0], [1, 1], [0, 1]), /is not closed/],
  ['with an area of no width', 'a.json', area([0, 0], [1, 0], [0, 0]), /edge is 3 points/],
  [
    'in another reference system',
    'a.json',
    feature(point(1, 2), { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32611' } } }),
    /‘urn:ogc:def:crs:EPSG::32611’: export it in WGS 84 \(EPSG:4326\)/,
  ],
  [
    'in a reference system elsewhere',
    'a.json',
    feature(point(1, 2), { crs: { type: 'link', properties: { href: 'http://example.org/' } } }),
    /reference system .+: export it in WGS 84/,
  ],
  [
    'of collections without end',
    'a.json',
    `${'{"type":"GeometryCollection","geometries":['.repeat(50)}${']}'.repeat(50)}`,
    /more than 8 deep/,
  ],
  ['of lists without end', 'a.json', `{"type":"Point","coordinates":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /./],
  [
    'an XML bomb',
    'a.kml',
    entities(`<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">`, '&b;'),
    /has a DOCTYPE \(character 22\), which is not allowed/,
  ],
  ['an external entity', 'a.kml', entities(`<!ENTITY x SYSTEM "file:///etc/passwd">`, '<name>&x;</name>'), /has a DOCTYPE/],
  [
    'an entity that nobody declared',
    'a.kml',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><name>&x;</name></kml>',
    /not complete KML: entity not found/,
  ],
  ['with a script', 'a.kml', areaKml.replace('<b>bold</b>', '<SCRIPT>alert(1)</SCRIPT>'), /contains a script/],
  [
    'with a script in GeoJSON',
    'a.json',
    feature(point(1, 2), { properties: { name: '<script>1</script>' } }),
    /contains a script/,
  ],
];

describe('a file that is refused, with what is wrong and what to do (LAY-3)', () => {
  test.each(refused)('%s', (_, fileName, file, sentence) => {
    let message = '';
    try {
      read(file, fileName);
    } catch (error) {
      expect(error).toHaveProperty('name', 'LayerRefusal');
      message = (error as Error).message;
    }
    expect(message).toMatch(sentence);
    expect(message.length).toBeLessThan(400);
  });
});
