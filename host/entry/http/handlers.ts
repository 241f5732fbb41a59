import type { Logger } from 'pino';
import type { Accounts } from '../../domain/accounts/accounts.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { hourlyWork } from '../hourly-work.ts';
import { accessKeys } from './access-keys.ts';
import { alarmSettings } from './alarm-settings.ts';
import { alarmHistory } from './alarm-history.ts';
import { animalsHeard } from './animals-heard.ts';
import { alarms } from './alarms.ts';
import { backgroundJobs, type JobControls } from './background-jobs.ts';
import type { Handlers } from './call-handlers.ts';
import { changes } from './changes.ts';
import { client } from './client.ts';
import { collaborators } from './collaborators.ts';
import { commands } from './commands.ts';
import type { DiagnosisParts } from '../../domain/doctor/diagnose.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { People } from '../../domain/people/people.ts';
import { type DataFilesParts, dataFiles } from '../../domain/files/data-files.ts';
import { dataFileCalls } from './data-files.ts';
import { detection } from './detection.ts';
import { diagnosis } from './diagnosis.ts';
import { type HostAndSitesParts, hostAndSites } from './host-and-sites.ts';
import { type BaseMapParts, mapLayers } from './map-layers.ts';
import { modems } from './modems.ts';
import { ownAccount } from './own-account.ts';
import { passwordChanges } from './passwords.ts';
import { publicAndAuth } from './public-and-auth.ts';
import { receiverConfigs } from './receiver-configs.ts';
import { receiverEdits } from './receiver-edits.ts';
import { receiverHistories } from './receiver-histories.ts';
import { receiverKeys } from './receiver-keys.ts';
import { receivers } from './receivers.ts';
import { registries } from './registries.ts';
import { reprocessingCalls } from './reprocessing.ts';
import { retention } from './retention.ts';
import { signingUp } from './signing-up.ts';
import { siteEdits } from './site-edits.ts';
import { statistics } from './statistics.ts';
import { tagHistories } from './tag-history.ts';
import { transmitters } from './transmitters.ts';
import { unsubscribing } from './unsubscribing.ts';
import { type WebhookParts, webhooks } from './webhooks.ts';

export type HandlerParts = {
  database: Database;
  bus: Bus;
  accounts: Accounts;
  people: People;
  jobs: JobControls & Pick<Jobs, 'enqueue'>;
  version: string;
  ftps: HostAndSitesParts['ftps'];
  /** The base map under the pins. */
  baseMap: BaseMapParts;
  /** The folder of the data files. */
  fileFolder: DataFilesParts['folder'];
  /** The ways to send alarms out of the host. */
  outward: Pick<WebhookParts, 'post' | 'reach'>;
  /** The settings that the operator's diagnosis checks. */
  doctor: DiagnosisParts['settings'];
  log: Logger;
};

/**
 * Returns the handlers of all calls. There is one file for each heading of the contract (CALL-1 to CALL-3).
 */
export function makeHandlers({
  database,
  bus,
  accounts,
  people,
  jobs,
  version,
  ftps,
  baseMap,
  fileFolder,
  outward,
  doctor,
  log,
}: HandlerParts): Handlers {
  const { login, sessions, tokens, store } = accounts;
  const registryCalls = registries(database);
  return {
    ...publicAndAuth({ login }),
    ...signingUp(people),
    ...passwordChanges(people),
    ...ownAccount(people),
    ...accessKeys(people),
    ...collaborators(people),
    ...unsubscribing(database),
    ...client({ accounts: store, sessions, tokens }),
    ...hostAndSites({ database, hostVersion: version, ftps }),
    ...diagnosis(database, { settings: doctor, version, hourly: hourlyWork }),
    ...retention(database),
    ...changes(database),
    ...backgroundJobs(database, jobs, log),
    ...receiverEdits(database),
    ...receiverConfigs(database),
    ...receiverHistories(database),
    ...receiverKeys(database),
    ...siteEdits(database),
    ...mapLayers(database, baseMap),
    ...receivers(database),
    ...statistics(database),
    ...detection(database, jobs),
    ...dataFileCalls(dataFiles({ database, jobs, bus, folder: fileFolder }), database, bus, log),
    ...reprocessingCalls({ database, bus, jobs }),
    ...registryCalls,
    ...transmitters(database, registryCalls),
    ...modems(database),
    ...alarms(database, log),
    ...alarmHistory(database, log),
    ...animalsHeard(database),
    ...tagHistories(database),
    ...alarmSettings(database),
    ...webhooks({ database, accounts: store, ...outward }),
    ...commands(database, bus, log),
  };
}
