import { type AnyActorRef, fromCallback, type SnapshotFrom } from 'xstate';
import { socketId } from '../socket/socket-id.ts';
import type { socketMachine } from '../socket/socket-machine.ts';

type SocketSnapshot = SnapshotFrom<typeof socketMachine>;
type News = 'line.opened' | 'line.silent' | 'line.lost' | 'line.failed';

function newsOf(snapshot: SocketSnapshot): News {
  if (snapshot.hasTag('silent')) return 'line.silent';
  if (snapshot.matches({ line: { attached: 'open' } })) return 'line.opened';
  if (snapshot.hasTag('failed')) return 'line.failed';
  return 'line.lost';
}

/** Watches the session's socket and tells when its line opens, falls silent, is lost or fails for good; passes a Retry on to it. */
export const lineNews = fromCallback<{ type: 'line.retry' }>(({ system, sendBack, receive }) => {
  const socket = system.get(socketId) as AnyActorRef | undefined;
  if (socket === undefined) throw new Error(`No actor has the systemId '${socketId}': start the socket before the live stream`);
  let told: News = 'line.lost';
  const tell = (snapshot: SocketSnapshot): void => {
    const news = newsOf(snapshot);
    if (news !== told) sendBack({ type: news });
    told = news;
  };
  tell(socket.getSnapshot() as SocketSnapshot);
  const subscription = socket.subscribe((snapshot: SocketSnapshot) => tell(snapshot));
  receive(() => socket.send({ type: 'socket.retry' }));
  return () => subscription.unsubscribe();
});
