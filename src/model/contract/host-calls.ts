import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { receiverAliasSchema, receiverSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { siteSchema } from '../entities/site.ts';
import { hostConfigSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';

/** CALL-3: host and sites. */
export const hostCalls = calls({
  getHostConfig: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/config',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, config: hostConfigSchema }),
  },
  listReceiversAndSites: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receiver-sites',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, receivers: v.array(receiverSchema), sites: v.array(siteSchema) }),
  },
  renameSite: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/sites/{id}/name',
    access: { role: researcher },
    body: v.object({ newName: receiverAliasSchema }),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
});
