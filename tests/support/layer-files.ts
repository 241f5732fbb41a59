/** Files of layers, as people export them. */

/** Returns a text as the bytes of a file. */
export const fileBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

/** Returns a GeoJSON with one line. */
export function riverGeoJson(points = 3, name = 'Lemhi'): string {
  const coordinates = Array.from({ length: points }, (_, i) => [
    -113.5 + (i % 1_000) / 1_000,
    45 + Math.floor(i / 1_000) / 1_000,
  ]);
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates } }],
  });
}

export const riverGpx = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="45.1" lon="-113.9"><name>Weir</name></wpt>
  <trk><name>Lemhi</name><trkseg><trkpt lat="45" lon="-113.5"><ele>1900</ele></trkpt><trkpt lat="45.001" lon="-113.499"/></trkseg></trk>
</gpx>`;

export const areaKml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Study area</name>
<description><![CDATA[<b>bold</b>]]></description><Polygon><outerBoundaryIs><LinearRing><coordinates>
-114,45,0 -113,45,0 -113,46,0 -114,45,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;

/** Returns a track of the largest size accepted, with what devices write for each point. */
export function longGpx(): string {
  const point = '<trkpt lat="45.123456" lon="-113.123456">\n<ele>1900.1</ele>\n<time>2024-05-20T10:00:00Z</time>\n</trkpt>\n';
  return `<gpx version="1.1"><trk><name>Lemhi</name><trkseg>${point.repeat(98_000)}</trkseg></trk></gpx>`;
}

/** Nested elements, of the largest size accepted. */
export const deepGpx = `<gpx>${'<a>'.repeat(1_400_000)}${'</a>'.repeat(1_400_000)}</gpx>`;

/** Places without a location, of the largest size accepted. */
export const emptyKml = `<kml><Document>${'<Placemark/>'.repeat(800_000)}</Document></kml>`;

/** Reading it takes longer than any test waits, because each place is searched for everything inside it. */
export const slowKml = `<kml>${'<Placemark>'.repeat(95)}${'<a/>'.repeat(400_000)}${'</Placemark>'.repeat(95)}</kml>`;
