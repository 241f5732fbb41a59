import { FailureError } from '../../model/contract/failure.ts';
import type { SaveSink, StreamSaver } from '../ports.ts';

/** How long a line may bring nothing before it counts as lost, in ms. */
const silenceMs = 60_000;

/** A handle of the browser's; `remove` is there in some. */
type FileHandle = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> & { remove?: () => Promise<void> };

export type StreamSaverParts = {
  document: Pick<Document, 'createElement'>;
  /** Of a browser without File System Access it is not there; asked for at each press. */
  picker: () => ((options: { suggestedName: string }) => Promise<FileHandle>) | undefined;
};

/** Saves by File System Access, which lets a page write a file piece by piece; else the browser does it. */
export function createStreamSaver({ document, picker }: StreamSaverParts): StreamSaver {
  return {
    async choose(name) {
      const pick = picker();
      if (pick === undefined) return { kind: 'browser' };
      try {
        const handle = await pick({ suggestedName: name });
        return { kind: 'chosen', open: () => openSink(handle) };
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return null;
        throw error;
      }
    },
    visit(url, name) {
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
    },
  };
}

async function openSink(handle: FileHandle): Promise<SaveSink> {
  const writable = await handle.createWritable();
  return {
    write: (bytes) => writable.write(bytes),
    close: () => writable.close(),
    async discard() {
      await writable.abort().catch(() => {});
      // The picker has made an empty file, where it was not there already.
      const { size } = await handle.getFile();
      if (size === 0) await handle.remove?.();
    },
  };
}

type Saving = {
  /** How many bytes have to come; null where that is not known. */
  size: number | null;
  signal: AbortSignal;
  /** Called with all bytes so far, at most once for each hundredth of the whole. */
  onReceived: (bytes: number) => void;
};

/**
 * Writes what `ask` gets into the file, each piece before the next is read. Rejects and leaves nothing behind
 * when that rejects, when it is aborted, when a minute brings nothing, when less comes than the file has, and
 * when it cannot be written.
 */
export async function saveStream(
  ask: () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>,
  sink: SaveSink,
  { size, signal, onReceived }: Saving,
): Promise<void> {
  let reader: Reader | undefined;
  const step = Math.max(64 * 1024, (size ?? 0) / 100);
  let [received, said] = [0, 0];
  try {
    reader = (await ask()).getReader();
    for (;;) {
      const bytes = await nextOf(reader, signal);
      if (bytes === null) break;
      await sink.write(bytes);
      received += bytes.byteLength;
      if (received - said < step) continue;
      said = received;
      onReceived(received);
    }
    signal.throwIfAborted();
    if (size !== null && received !== size) throw new FailureError({ kind: 'network' });
    await sink.close();
  } catch (error) {
    reader?.cancel().catch(() => {});
    await sink.discard().catch(() => {});
    throw error;
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** The next bytes; null at the end. */
async function nextOf(reader: Reader, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  signal.throwIfAborted();
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Nothing came for a minute')), silenceMs);
  try {
    const { done, value } = await Promise.race([reader.read(), silence]);
    return done ? null : value;
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  } finally {
    clearTimeout(timer);
  }
}
