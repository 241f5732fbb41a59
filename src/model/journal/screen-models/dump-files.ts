import * as v from 'valibot';
import { type DumpFile, dumpFileSchema, type DumpQuota, dumpQuotaSchema } from '../../entities/dump-file.ts';
import { screenModel } from './screen-model.ts';

const file = v.strictObject(dumpFileSchema.entries);
const quota = v.strictObject(dumpQuotaSchema.entries);

declare module '../facts.ts' {
  interface ScreenFacts {
    'dumpFiles.loaded': { files: DumpFile[]; quota: DumpQuota };
    /** The host answered how one file stands, or that it makes it. */
    'dumpFile.noted': { file: DumpFile };
    /** A failed file is removed; every other one stays as deleted. */
    'dumpFile.removed': { id: number };
  }
}

/** Both null until loaded; `answers` has what the host said of single files since, null of a removed one. */
const dumpFilesModelSchema = v.object({
  files: v.nullable(v.array(file)),
  quota: v.nullable(quota),
  answers: v.record(v.string(), v.nullable(file)),
});
export type DumpFilesModel = v.InferOutput<typeof dumpFilesModelSchema>;

/** The data files of a system, with those that were deleted (FILE-11). */
export const dumpFilesModel = screenModel<DumpFilesModel>({
  name: 'dumpFiles',
  facts: {
    'dumpFiles.loaded': { files: v.array(file), quota },
    'dumpFile.noted': { file },
    'dumpFile.removed': { id: v.number() },
  },
  schema: dumpFilesModelSchema,
  initial: { files: null, quota: null, answers: {} },
  on: {
    'dumpFiles.loaded': (_, { files, quota: loaded }) => ({ files, quota: loaded, answers: {} }),
    'dumpFile.noted': (draft, { file: noted }) => void (draft.answers[noted.id] = noted),
    'dumpFile.removed': (draft, { id }) => void (draft.answers[id] = null),
  },
});

const put = new WeakMap<DumpFilesModel, readonly DumpFile[] | null>();

/** The files as the host last described each; null until loaded. The same list for the same state. */
export function dumpFilesIn(model: DumpFilesModel): readonly DumpFile[] | null {
  const known = put.get(model);
  if (known !== undefined) return known;
  const { files, answers } = model;
  const answered = Object.values(answers).flatMap((answer) => answer ?? []);
  const together = files && [...files.filter(({ id }) => !Object.hasOwn(answers, id)), ...answered];
  put.set(model, together);
  return together;
}
