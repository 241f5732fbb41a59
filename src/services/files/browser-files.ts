import type { FileSaver } from '../ports.ts';

/** How long parts are made before the page gets its turn, in ms: half a frame. */
const workMs = 8;
/** A browser begins to read the file some time after the click; then its memory can be had back. In ms. */
const readMs = 60_000;

export type FileSaverParts = {
  document: Pick<Document, 'createElement'>;
  url: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
};

/** Saves files by a link that is pressed for the person: there is no other way that asks for nothing. */
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

/** Lets the page draw and answer before it goes on. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
