/** By which Excel recognises UTF-8. */
const byteOrderMark = '\uFEFF';

/** A file that is made in the page: `parts` one after the other. */
type MadeFile<Part> = { readonly name: string; readonly mimeType: string; readonly parts: Iterable<Part | Promise<Part>> };

/** The file as Excel reads it rightly (FILE-17): a CSV with a byte order mark, anything else as it is. */
export function forExcel<Part>(file: MadeFile<Part>): MadeFile<Part | string> {
  if (!file.mimeType.startsWith('text/csv')) return file;
  const { parts } = file;
  function* marked() {
    yield byteOrderMark;
    yield* parts;
  }
  return { ...file, parts: marked() };
}
