import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Mistake } from '../../../../host/platform/mistake.ts';
import { readSitesFile } from '../../../../host/entry/import/sites-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'sites-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const header = 'site_name,receivers,point_y,point_x';
const read = async (...lines: string[]) => {
  const file = path.join(folder, 'sites.csv');
  writeFileSync(file, lines.join('\n'));
  const { sites, faults } = await readSitesFile(file);
  return { sites, faults: faults.map((fault) => fault.replace(`${file}, `, '')) };
};
const nowhere = { latitude: null, longitude: null };

describe('a file of sites', () => {
  test('tells the row of each fault, and loses nothing else', async () => {
    const { sites, faults } = await read(
      header,
      'Weir,R1,1,2',
      ',R2,1,2',
      'Bend,R3,91,2',
      `${'x'.repeat(46)},R4,1,2`,
      'Pool,R5,1,x',
    );
    expect(faults).toEqual([
      "row 2: a site's name has 1 to 45 characters",
      "row 3: 'Bend' has coordinates that do not exist; imported without them",
      "row 4: a site's name has 1 to 45 characters",
      "row 5: 'Pool' has coordinates that do not exist; imported without them",
    ]);
    expect(sites).toEqual([
      { name: 'Weir', receivers: ['R1'], latitude: 1, longitude: 2 },
      { name: 'Bend', receivers: ['R3'], ...nowhere },
      { name: 'Pool', receivers: ['R5'], ...nowhere },
    ]);
  });

  test('a name of 45 characters is taken, without its blanks', async () => {
    const name = 'x'.repeat(45);
    expect((await read(header, `  ${name} ,R1,,`)).sites).toEqual([{ name, receivers: ['R1'], ...nowhere }]);
  });

  test.each([
    ['90', '180', { latitude: 90, longitude: 180 }],
    ['-90', '-180', { latitude: -90, longitude: -180 }],
    [' 45.5 ', ' -113.25 ', { latitude: 45.5, longitude: -113.25 }],
    ['0', '0.01', { latitude: 0, longitude: 0.01 }],
    ['NA', '5', nowhere],
    ['5', '', nowhere],
  ])('latitude %s and longitude %s are a place', async (latitude, longitude, place) => {
    expect(await read(header, `Weir,R1,${latitude},${longitude}`)).toEqual({
      sites: [{ name: 'Weir', receivers: ['R1'], ...place }],
      faults: [],
    });
  });

  test.each([
    ['90.1', '0'],
    ['-90.1', '0'],
    ['0', '180.1'],
    ['0', '-180.1'],
    ['0x10', '0'],
    ['1', 'east'],
  ])('latitude %s and longitude %s are none', async (latitude, longitude) => {
    const { sites, faults } = await read(header, `Weir,R1,${latitude},${longitude}`);
    expect(sites).toEqual([{ name: 'Weir', receivers: ['R1'], ...nowhere }]);
    expect(faults).toHaveLength(1);
  });

  test('0, 0 is where nobody set one, however it is written (RX-30)', async () => {
    const { sites, faults } = await read(header, 'Weir,R1,0,0', 'Bend,R2,-0.0,0.000');
    const reason = 'has 0, 0 for coordinates, which means that nobody set any; imported without them';
    expect(faults).toEqual([`row 1: 'Weir' ${reason}`, `row 2: 'Bend' ${reason}`]);
    expect(sites).toEqual([
      { name: 'Weir', receivers: ['R1'], ...nowhere },
      { name: 'Bend', receivers: ['R2'], ...nowhere },
    ]);
  });

  test('several receivers stand apart by commas or semicolons; NA and nothing are none', async () => {
    const { sites } = await read(header, 'Weir,"R1, R2;R3 ;NA,,",,', 'Bend,NA,,');
    expect(sites.map(({ receivers }) => receivers)).toEqual([['R1', 'R2', 'R3'], []]);
  });

  test.each([
    'site,receiver,latitude,longitude',
    'name,receivers,lat,lon',
    'name,receivers,lat,lng',
    '\uFEFFsite_name,receivers,point_y,point_x',
  ])('knows its columns by plain names too: %s', async (names) => {
    expect((await read(names, 'Weir,R1,1,2')).sites).toEqual([{ name: 'Weir', receivers: ['R1'], latitude: 1, longitude: 2 }]);
  });

  test('without coordinates its sites have none, and empty or short rows are no faults', async () => {
    expect(await read('site_name,receivers', 'Weir,R1', '', 'Bend')).toEqual({
      sites: [
        { name: 'Weir', receivers: ['R1'], ...nowhere },
        { name: 'Bend', receivers: [], ...nowhere },
      ],
      faults: [],
    });
  });

  test('what is no list of sites is refused as a mistake', async () => {
    await expect(read('site_name,lat,lon', 'Weir,1,2')).rejects.toThrow(/needs the columns site_name and receivers/);
    await expect(read('receivers,lat,lon', 'R1,1,2')).rejects.toThrow(Mistake);
    await expect(readSitesFile(path.join(folder, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read: ENOENT/);
  });
});
