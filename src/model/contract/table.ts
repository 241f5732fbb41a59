import type { BodyFor, Call, QueryFor, ReplyFor } from './call.ts';
import { accessKeyCalls } from './access-key-calls.ts';
import { animalCalls } from './animal-calls.ts';
import { alarmCalls } from './alarm-calls.ts';
import { alarmHistoryCalls } from './alarm-history-calls.ts';
import { alarmSettingsCalls } from './alarm-settings-calls.ts';
import { activityCalls } from './activity-calls.ts';
import { changeCalls } from './change-calls.ts';
import { clientCalls } from './client-calls.ts';
import { ownAccountCalls } from './own-account-calls.ts';
import { collaboratorCalls } from './collaborator-calls.ts';
import { detectionCalls } from './detection-calls.ts';
import { fileCalls } from './file-calls.ts';
import { fleetEditCalls, siteEditCalls } from './fleet-edit-calls.ts';
import { hostCalls } from './host-calls.ts';
import { accountCalls } from './account-calls.ts';
import { commandCalls } from './command-calls.ts';
import { diagnosisCalls } from './diagnosis-calls.ts';
import { jobCalls } from './job-calls.ts';
import { mapLayerCalls } from './map-layer-calls.ts';
import { modemCalls } from './modem-calls.ts';
import { publicCalls } from './public-calls.ts';
import { receiverCalls } from './receiver-calls.ts';
import { receiverConfigCalls } from './receiver-config-calls.ts';
import { receiverHistoryCalls } from './receiver-history-calls.ts';
import { receiverKeyCalls } from './receiver-key-calls.ts';
import { registryCalls } from './registry-calls.ts';
import { retentionCalls } from './retention-calls.ts';
import { snoozeCalls } from './snooze-calls.ts';
import { statisticsCalls } from './statistics-calls.ts';
import { systemEditCalls } from './system-edit-calls.ts';
import { tagCalls } from './tag-calls.ts';
import { tagHistoryCalls } from './tag-history-calls.ts';
import { transmitterCalls } from './transmitter-calls.ts';
import { webhookCalls } from './webhook-calls.ts';
import { vitalsCalls } from './vitals-calls.ts';

/**
 * Every call, once (CALL-4). The client's http service, the host's routes, the validation on both sides and
 * `/api/openapi.json` derive from this table, so a call cannot exist on one side only.
 */
export const contract = {
  ...publicCalls,
  ...accountCalls,
  ...clientCalls,
  ...ownAccountCalls,
  ...accessKeyCalls,
  ...collaboratorCalls,
  ...hostCalls,
  ...systemEditCalls,
  ...siteEditCalls,
  ...mapLayerCalls,
  ...retentionCalls,
  ...changeCalls,
  ...activityCalls,
  ...diagnosisCalls,
  ...jobCalls,
  ...commandCalls,
  ...receiverCalls,
  ...fleetEditCalls,
  ...receiverConfigCalls,
  ...receiverHistoryCalls,
  ...receiverKeyCalls,
  ...vitalsCalls,
  ...statisticsCalls,
  ...registryCalls,
  ...animalCalls,
  ...transmitterCalls,
  ...tagCalls,
  ...tagHistoryCalls,
  ...modemCalls,
  ...alarmCalls,
  ...alarmHistoryCalls,
  ...snoozeCalls,
  ...alarmSettingsCalls,
  ...webhookCalls,
  ...fileCalls,
  ...detectionCalls,
} satisfies Record<string, Call>;

export type Contract = typeof contract;
export type CallName = keyof Contract;

/** The types of a call by its name. The types in call.ts take the call's definition instead. */
export type ParsedQuery<N extends CallName> = QueryFor<Contract[N]>;
export type ParsedBody<N extends CallName> = BodyFor<Contract[N]>;
export type ReplyOf<N extends CallName> = ReplyFor<Contract[N]>;

export const callNames = Object.keys(contract) as CallName[];
