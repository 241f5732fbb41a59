import * as v from 'valibot';
import { type DumpFile, dumpFileSchema, type DumpQuota, dumpQuotaSchema } from '../../entities/dump-file.ts';
import { screenModel } from './screen-model.ts';

const file = v.strictObject(dumpFileSchema.entries);
const quota = v.strictObject(dumpQuotaSchema.entries);

declare module '../facts.ts' {
  interface ScreenFacts {
    'dumpFiles.loaded': { files: DumpFile[]; quota: DumpQuota };
    /** The host returned one file with its status, or began to make it. */
    'dumpFile.noted': { file: DumpFile };
    /** A failed file was deleted and leaves the list. Other deleted files stay in the list. */
    'dumpFile.removed': { id: number };
  }
}

/**
 * `files` and `quota` are null until loaded. `answers` has the files described one by one since, by id; null
 * for a removed one.
 */
const dumpFilesModelSchema = v.object({
  files: v.nullable(v.array(file)),
  quota: v.nullable(quota),
  answers: v.record(v.string(), v.nullable(file)),
});
export type DumpFilesModel = v.InferOutput<typeof dumpFilesModelSchema>;

/** The data files of a system, including deleted ones (FILE-11). */
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

const listOf = new WeakMap<DumpFilesModel, readonly DumpFile[] | null>();

/**
 * Returns the files as last described; null until loaded. For the same state, returns the same list object.
 */
export function dumpFilesIn(model: DumpFilesModel): readonly DumpFile[] | null {
  const known = listOf.get(model);
  if (known !== undefined) return known;
  const { files, answers } = model;
  const answered = Object.values(answers).flatMap((answer) => answer ?? []);
  const together = files && [...files.filter(({ id }) => !Object.hasOwn(answers, id)), ...answered];
  listOf.set(model, together);
  return together;
}
