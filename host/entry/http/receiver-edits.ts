import type { Database } from '../../platform/store/database.ts';
import { refuseAbsent } from '../../platform/changes/missing.ts';
import type { Handlers } from './call-handlers.ts';
import { consoleChange, quickEdit } from './console-change.ts';

/**
 * Returns the handlers for quick edits of a receiver (CHG-16). They ignore the values that the caller saw
 * before (`old…`).
 */
export function receiverEdits(database: Pick<Database, 'db' | 'pool'>) {
  return {
    setReceiverEnabled: (call) => quickEdit(database, call, 'receiver.enabledChanged', { enabled: call.body.enabled }),
    renameReceiver: (call) => quickEdit(database, call, 'receiver.renamed', { alias: call.body.newName }, 'newName'),
    setReceiverIp: (call) => quickEdit(database, call, 'receiver.ipChanged', { ipAddress: call.body.newIp }),
    setReceiverPort: (call) => quickEdit(database, call, 'receiver.portChanged', { portNumber: call.body.newPort }),
    async moveReceiver(call) {
      const { id } = call.params;
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        await writer.lock('receiver', [id]);
        await refuseAbsent(writer, 'site', call.body.newSiteId);
        await writer.edit('receiver.moved', id, { SiteId: call.body.newSiteId });
      });
      return done;
    },
    recolourReceiver: (call) => quickEdit(database, call, 'receiver.recoloured', { color: call.body.newColor }),
  } satisfies Partial<Handlers>;
}
