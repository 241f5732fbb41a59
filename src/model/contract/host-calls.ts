import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { clockSyncChoices, clockSyncTakes } from '../entities/clock-sync.ts';
import { receiverAliasSchema, receiverSchema } from '../entities/receiver.ts';
import { administrator, owner, researcher, viewer } from '../entities/role.ts';
import { siteSchema } from '../entities/site.ts';
import { hostConfigSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { message, name } from '../fields/fields.ts';
import { color, oldText } from '../fields/value-fields.ts';
import { queryId } from '../fields/query-fields.ts';

const pointStyle = name(32);
/** One of the options (SYS-8), whose words say what each of them means. */
const clockSyncInterval = v.picklist(clockSyncChoices, clockSyncTakes);

/** CALL-3: host and sites. */
export const hostCalls = calls({
  getHostConfig: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/config',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, config: hostConfigSchema }),
  },
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
  listReceiversAndSites: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receiver-sites',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, receivers: v.array(receiverSchema), sites: v.array(siteSchema) }),
  },
  createSite: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/sites',
    access: { role: researcher },
    body: v.object({ newSiteName: receiverAliasSchema }),
    changes: true,
    reply: v.object({ ...siteSchema.entries, ...changeReply }),
  },
  renameSite: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/sites/{id}/name',
    access: { role: researcher },
    body: v.object({ newName: receiverAliasSchema }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
  deleteSite: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/sites',
    access: { role: researcher },
    query: v.object({ siteId: queryId }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
  recolourSite: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/sites/{id}/color',
    access: { role: researcher },
    body: v.object({ newColor: color, oldColor: oldText }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
  setSitePointStyle: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/sites/{id}/pointStyle',
    access: { role: researcher },
    body: v.object({ newPointStyle: pointStyle, oldPointStyle: oldText }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
});
