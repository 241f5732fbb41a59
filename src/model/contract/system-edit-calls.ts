import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { clockSyncChoices, clockSyncTakes } from '../entities/clock-sync.ts';
import { administrator, owner } from '../entities/role.ts';
import { message } from '../fields/fields.ts';
import { calls } from './call.ts';

/** One of the options (SYS-8), whose words say what each of them means. */
const clockSyncInterval = v.picklist(clockSyncChoices, clockSyncTakes);

/** CALL-3: what the page of settings changes of a system. */
export const systemEditCalls = calls({
  setClockSyncInterval: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/config/clock-sync-interval',
    access: { role: administrator },
    body: v.object({ interval: clockSyncInterval }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
  switchCollaborators: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/config/collaborators',
    access: { role: owner },
    body: v.object({ enabled: v.boolean() }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
});
