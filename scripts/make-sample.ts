import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeSampleStudy, sampleSeed } from './sample/sample-study.ts';

/** `npm run sample`: generates the files of samples/. The same source always gives the same bytes. */
const folder = join(import.meta.dirname, '../samples');
const { contacts, sites, voltTemp, rows } = makeSampleStudy(sampleSeed);
const files = {
  'contacts.csv.gz': gzipSync(contacts, { level: 9 }),
  'sites.csv': sites,
  'volt-temp.csv.gz': gzipSync(voltTemp, { level: 9 }),
};
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(folder, name), content);
  console.log(`samples/${name}: ${(content.length / 1024).toFixed(0)} KiB`);
}
console.log(`${rows} contacts`);
