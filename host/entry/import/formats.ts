import { dumpFormat } from './dump-format.ts';
import type { ImportFormat } from './import-format.ts';
import { lemhiFormat } from './lemhi-format.ts';
import { lemhiVitalsFormat } from './lemhi-vitals-format.ts';
import { orionFormat } from './orion-format.ts';

/** All file formats that can be imported. The content decides which one a file has. */
export const importFormats: readonly ImportFormat[] = [dumpFormat, lemhiFormat, lemhiVitalsFormat, orionFormat];

export function formatOf(firstLine: string): ImportFormat | null {
  return importFormats.find((format) => format.knows(firstLine)) ?? null;
}
