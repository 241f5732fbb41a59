import * as v from 'valibot';
import { clockSyncChoices, clockSyncTakes } from '../entities/clock-sync.ts';
import { administrator, owner } from '../entities/role.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';

/** One of the options (SYS-8); the message for any other value lists them. */
const clockSyncInterval = v.picklist(clockSyncChoices, clockSyncTakes);

/** CALL-3: the changes to a system that the page of settings makes. */
export const systemEditCalls = calls({
  setClockSyncInterval: editCall(administrator, 'config/clock-sync-interval', v.object({ interval: clockSyncInterval })),
  switchCollaborators: editCall(owner, 'config/collaborators', v.object({ enabled: v.boolean() })),
});
