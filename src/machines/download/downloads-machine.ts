import { type ActorRefFrom, type AnyActorRef, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import { theEvent } from '../support/the-event.ts';
import { type DownloadedFile, downloadMachine, type DownloadRef } from './download-machine.ts';

/** The systemId of a host session's downloads. */
export const downloadsId = 'downloads';

export type DownloadsEvent =
  /** The person requests a file. */
  { type: 'download.want'; file: Omit<DownloadedFile, 'mitasId'> };

const childOf = (id: number): string => `download ${id}`;

/** The downloads of a session (FILE-12), one actor per file; they go on if the page is left. */
export const downloadsMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: { mitasId: string; wanted: readonly number[] };
    events: DownloadsEvent;
    children: Record<string, 'download'>;
  },
  actors: { download: downloadMachine },
  actions: {
    begin: enqueueActions(({ context: { mitasId, wanted }, enqueue }, { file }: Pick<DownloadsEvent, 'file'>) => {
      const id = childOf(file.id);
      if (wanted.includes(file.id)) return enqueue.sendTo(id, { type: 'download.start' });
      enqueue.spawnChild('download', { id, input: { mitasId, ...file } });
      enqueue.assign({ wanted: [...wanted, file.id] });
    }),
  },
}).createMachine({
  id: 'downloads',
  context: ({ input: { mitasId } }) => ({ mitasId, wanted: [] }),
  initial: 'ready',
  states: {
    ready: { on: { 'download.want': { actions: { type: 'begin', params: theEvent } } } },
  },
});

export type DownloadsRef = ActorRefFrom<typeof downloadsMachine>;

/** Returns the downloads of an actor's session; undefined until their page is first opened. */
export function downloadsIn(system: AnyActorRef['system']): DownloadsRef | undefined {
  return system.get(downloadsId) as DownloadsRef | undefined;
}

/** Returns the download of a file; undefined if it was never requested. */
export function selectDownload(snapshot: SnapshotFrom<typeof downloadsMachine> | undefined, id: number): DownloadRef | undefined {
  return snapshot?.children[childOf(id)] as DownloadRef | undefined;
}
