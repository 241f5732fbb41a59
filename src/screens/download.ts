import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import { downloadPageMachine } from '../machines/download-page/download-page-machine.ts';
import { downloadMachine, type DownloadReport, type StreamedFile } from '../machines/download/download-machine.ts';
import { downloadsId, downloadsMachine } from '../machines/download/downloads-machine.ts';
import { dumpFileMachine } from '../machines/dump-file/dump-file-machine.ts';
import { fillPath } from '../model/contract/call.ts';
import { fileCalls } from '../model/contract/file-calls.ts';
import { dumpAddress } from '../model/files/dump-columns.ts';
import { dumpFilesModel } from '../model/journal/screen-models/dump-files.ts';
import { saveStream } from '../services/files/stream-saver.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { dumpFilesList } from './registries/dump-files-list.ts';

/** The download screen (FILE-11, FILE-12). */
export default builtScreen({
  address: dumpAddress,
  models: [dumpFilesModel],
  resources: [dumpFilesList],
  actor: downloadPage,
  lasting: { systemId: downloadsId, logic: downloads },
  view: later(() => import('../views/download/download-view.tsx')),
});

function downloadPage({ http }: Services): typeof downloadPageMachine {
  return downloadPageMachine.provide({
    actors: {
      estimateFile: fromPromise(({ input: { mitasId, wish }, signal }) => {
        if (wish === null) throw new Error('An estimate of nothing was to be asked for');
        return http.call(fileCalls.estimateDumpFile, { params: { mitasId }, body: wish }, { signal });
      }),
      dumpFile: dumpFileMachine.provide({
        actors: {
          createFile: fromPromise(async ({ input: { mitasId, order } }) => {
            if (order === null) throw new Error('A file that is there already was to be made');
            const { fileEntryInfo } = await http.call(fileCalls.createDumpFile, { params: { mitasId }, body: order });
            return fileEntryInfo;
          }),
          getFile: fromPromise(async ({ input, signal }) => {
            const { fileEntryInfo } = await http.call(fileCalls.getDumpFile, { params: input }, { signal });
            return fileEntryInfo;
          }),
          deleteFile: fromPromise(async ({ input }) => {
            const { fileEntryInfo = null } = await http.call(fileCalls.deleteDumpFile, { params: input });
            return fileEntryInfo;
          }),
        },
      }),
    },
  });
}

function downloads({ http, streamSaver }: Services): typeof downloadsMachine {
  return downloadsMachine.provide({
    actors: {
      download: downloadMachine.provide({
        actors: {
          choose: fromPromise(async ({ input: { name } }) => (await streamSaver()).choose(name)),
          handOver: fromPromise(async ({ input: { mitasId, id, name }, signal }) => {
            const params = { mitasId, id };
            await http.call(fileCalls.passDumpDownload, { params }, { signal });
            (await streamSaver()).visit(fillPath(fileCalls.downloadDumpFile.path, params), name);
          }),
          streamFile: fromCallback<EventObject, StreamedFile>(({ input, sendBack }) => {
            const report = (heard: DownloadReport): void => sendBack(heard);
            const end = new AbortController();
            streamFile(http, input, end.signal, (bytes) => report({ type: 'download.received', bytes })).then(
              () => report({ type: 'download.saved' }),
              (error: unknown) => report({ type: 'download.broke', error }),
            );
            return () => end.abort();
          }),
        },
      }),
    },
  });
}

async function streamFile(
  http: Services['http'],
  { mitasId, id, size, target }: StreamedFile,
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
): Promise<void> {
  if (target?.value.kind !== 'chosen') throw new Error('A file was to be written nowhere');
  const ask = (given: AbortSignal) =>
    http.call(fileCalls.downloadDumpFile, { params: { mitasId, id } }, { signal: given }) as ReturnType<
      Parameters<typeof saveStream>[0]
    >;
  await saveStream(ask, target.value.sink, { size, signal, onReceived });
}
