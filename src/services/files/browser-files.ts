import type { FileSaver } from '../ports.ts';

/** How long (ms) parts of a file are made before the page gets a turn: half a frame. */
const workMs = 8;
/**
 * How long (ms) after the click the file's memory is kept, because browsers start to read it some time later.
 */
const readMs = 60_000;

export type FileSaverParts = {
  document: Pick<Document, 'createElement'>;
  url: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
};

/** Saves files by clicking a link in a script, the only way that does not ask the person. */
export function createFileSaver({ document, url }: FileSaverParts): FileSaver {
  return {
    async save({ name, mimeType, parts }, signal) {
      const made: BlobPart[] = [];
      let began = performance.now();
      for (const part of parts) {
        made.push(await part);
        if (performance.now() - began < workMs) continue;
        await turn();
        if (signal.aborted) return;
        began = performance.now();
      }
      const link = document.createElement('a');
      link.href = url.createObjectURL(new Blob(made, { type: mimeType }));
      link.download = name;
      link.click();
      setTimeout(() => url.revokeObjectURL(link.href), readMs);
    },
  };
}

/** Lets the page draw and respond before work continues. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
