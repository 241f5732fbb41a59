import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { xmlTree } from '../../../../host/domain/layers/xml-tree.ts';
import { areaKml, riverGpx } from '../../../support/layer-files.ts';

/** The tree that XML is parsed into: only the parts of a document that make features (LAY-4). */

const places = `<?xml version="1.0"?><!-- of the river -->
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<Style id="s"><LineStyle><color>ff0000ff</color></LineStyle></Style>
<Folder><name>All</name>
<Placemark id="p"><name><![CDATA[A <b>weir</b>]]> &amp; a &#x41;</name><styleUrl>#s</styleUrl><Point><coordinates> -113.5,45 </coordinates></Point></Placemark>
<Placemark><ExtendedData><Data name="name"><value>By data</value></Data></ExtendedData><MultiGeometry>
<LineString><coordinates>-113,45 -113.5,45.5,100</coordinates></LineString><Point><coordinates>1,2</coordinates></Point></MultiGeometry></Placemark>
<Placemark><name>Flown</name><gx:Track><when>2024-05-20T10:00:00Z</when><gx:coord>-113 45 100</gx:coord><gx:coord>-113 46 100</gx:coord></gx:Track></Placemark>
<GroundOverlay><name>Map</name><LatLonBox><north>46</north><south>45</south><east>-113</east><west>-114</west></LatLonBox></GroundOverlay>
<Placemark/></Folder></Document></kml>`;

const tracks = `<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="http://example.org/x">
<trk><name>Two</name><extensions><x:depth>3</x:depth></extensions>
<trkseg><trkpt lat="45" lon="-113"><ele>1</ele></trkpt><trkpt lat="45.1" lon="-113"><ele>2</ele></trkpt></trkseg>
<trkseg><trkpt lat="45" lon="-113"/></trkseg>
<trkseg><trkpt lon="-113" lat="46"/><trkpt lat="46.1" lon="-113"/></trkseg></trk>
<rte><name>Way</name><rtept lat="1" lon="2"/><rtept lat="1" lon="3"/></rte><wpt lat="5" lon="6"><name>W</name></wpt><wpt lat="x" lon="6"/></gpx>`;

type Read = (from: never) => { features: { geometry: unknown; properties: { name?: string } | null }[] };
const drawn = (read: unknown, from: unknown) =>
  (read as Read)(from as never).features.map(({ geometry, properties }) => ({ geometry, name: properties?.name }));

test.each([
  ['places', kml, places, 5],
  ['an area', kml, areaKml, 1],
  ['tracks', gpx, tracks, 3],
  ['a river', gpx, riverGpx, 2],
])('%s are the features that a whole document gives', (_, read, text, count) => {
  const features = drawn(read, xmlTree(text));
  expect(features).toEqual(drawn(read, new DOMParser().parseFromString(text, 'text/xml')));
  expect(features).toHaveLength(count);
});

describe('what is refused', () => {
  const bounds = { elements: 4, depth: 3 };
  test('elements beyond the bounds, and none at them', () => {
    expect(() => xmlTree('<a><b/><b/><b/></a>', bounds)).not.toThrow();
    expect(() => xmlTree('<a><b/><b/><b/><b/></a>', bounds)).toThrow(
      'The file has more than 4 elements: leave out what the map does not draw, or export it as GeoJSON.',
    );
    expect(() => xmlTree('<a><b><c/></b></a>', bounds)).not.toThrow();
    expect(() => xmlTree('<a><b><c><d/></c></b></a>', bounds)).toThrow(
      'The file nests elements more than 3 deep: export it again, or as GeoJSON.',
    );
  });

  test.each([
    ['<a><gx:b/></a>', "the prefix of 'gx:b' is not declared"],
    ['<a/><b/>', 'it has two root elements'],
    ['<a></a></a>', /./],
    ['<a>', 'unclosed xml tag(s): a'],
    ['<a><b></a>', 'Opening and ending tag mismatch'],
    ['<a/>more', /content/],
  ])('%s', (text, problem) => expect(() => xmlTree(text)).toThrow(problem));
});
