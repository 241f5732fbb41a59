/** The mark by which Excel recognises UTF-8. */
const byteOrderMark = '\uFEFF';

/** A file made in the page, as a sequence of parts. */
type MadeFile<Part> = { readonly name: string; readonly mimeType: string; readonly parts: Iterable<Part | Promise<Part>> };

/** Returns the file as Excel reads it correctly (FILE-17): a CSV gets a byte order mark. */
export function forExcel<Part>(file: MadeFile<Part>): MadeFile<Part | string> {
  if (!file.mimeType.startsWith('text/csv')) return file;
  const { parts } = file;
  function* marked() {
    yield byteOrderMark;
    yield* parts;
  }
  return { ...file, parts: marked() };
}
