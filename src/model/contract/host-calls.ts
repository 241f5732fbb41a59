import * as v from 'valibot';
import { asOfSchema } from '../changes/change.ts';
import { receiverAliasSchema, receiverSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { siteSchema } from '../entities/site.ts';
import { hostConfigSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';

/** CALL-3: a system's settings, receivers and sites. */
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
  renameSite: editCall(researcher, 'sites/{id}/name', v.object({ newName: receiverAliasSchema })),
});
