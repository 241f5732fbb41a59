import { dumpFormat } from './dump-format.ts';
import type { ImportFormat } from './import-format.ts';
import { lemhiFormat } from './lemhi-format.ts';
import { lemhiVitalsFormat } from './lemhi-vitals-format.ts';
import { orionFormat } from './orion-format.ts';

/** Every kind of file that can be imported, told apart by its content. */
export const importFormats: readonly ImportFormat[] = [dumpFormat, lemhiFormat, lemhiVitalsFormat, orionFormat];

export function formatOf(firstLine: string): ImportFormat | null {
  return importFormats.find((format) => format.knows(firstLine)) ?? null;
}
