import * as v from 'valibot';
import { clockSyncChoices, clockSyncTakes } from '../entities/clock-sync.ts';
import { administrator, owner } from '../entities/role.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';

/** One of the options (SYS-8), whose words say what each of them means. */
const clockSyncInterval = v.picklist(clockSyncChoices, clockSyncTakes);

/** CALL-3: what the page of settings changes of a system. */
export const systemEditCalls = calls({
  setClockSyncInterval: editCall(administrator, 'config/clock-sync-interval', v.object({ interval: clockSyncInterval })),
  switchCollaborators: editCall(owner, 'config/collaborators', v.object({ enabled: v.boolean() })),
});
