import { sql, type Kysely } from 'kysely';

/**
 * What a receiver listens to (CFG-1): each field by its family and path, and every version that was saved,
 * for as long as the system is there: also of one that was deleted, and may come back. A receiver that nobody
 * configured yet gets what its family begins with, as it stood when this migration was written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table receiver_configs (
      system_id text not null references systems (id) on update cascade on delete cascade,
      rx_id integer not null,
      revision bigint not null,
      at timestamptz not null,
      user_id integer,
      user_name text,
      through text not null,
      config jsonb not null,
      primary key (system_id, rx_id, at, revision)
    );
  `)
    .execute(db);
  await sql`select set_config('console.writing', 'on', true)`.execute(db);
  await sql`
    update receivers set config =
      case when coalesce(report.model, receivers.model) = 1 then ${JSON.stringify(ares)}::jsonb else ${JSON.stringify(orion)}::jsonb end
    from receivers as same left join receiver_reports as report on report.rx_id = same.id
    where receivers.id = same.id and receivers.config = '{}'::jsonb`.execute(db);
  await sql`
    insert into receiver_configs (system_id, rx_id, revision, at, through, config)
    select system_id, id, rev, clock_timestamp(), 'host', config from receivers`.execute(db);
  await sql`select set_config('console.writing', '', true)`.execute(db);
}

const allBins = '1'.repeat(200);

const orion = {
  'orion.general.antennaSwitchEnabled': 1,
  'orion.general.numberAntennas': 1,
  'orion.general.antennaLock': 1,
  'orion.general.antennaDwellTime': 3,
  'orion.general.squelch': -110,
  'orion.general.storeNoise': 0,
  'orion.channels.bandDwellTime': 5,
  'orion.channels.bands.0.enabled': 1,
  'orion.channels.bands.0.baseFrequency': 150,
  'orion.channels.bands.0.frequencyBins': allBins,
  'orion.channels.bands.1.enabled': 0,
  'orion.channels.bands.1.baseFrequency': 150,
  'orion.channels.bands.1.frequencyBins': allBins,
  'orion.channels.bands.2.enabled': 0,
  'orion.channels.bands.2.baseFrequency': 150,
  'orion.channels.bands.2.frequencyBins': allBins,
  'orion.channels.bands.3.enabled': 0,
  'orion.channels.bands.3.baseFrequency': 150,
  'orion.channels.bands.3.frequencyBins': allBins,
  'orion.channels.bands.4.enabled': 0,
  'orion.channels.bands.4.baseFrequency': 150,
  'orion.channels.bands.4.frequencyBins': allBins,
  'orion.tags.decodeType': 7,
  'orion.tags.pulseTolerance': 6,
  'orion.tags.beeper.pulseMin': 15,
  'orion.tags.beeper.pulseMax': 25,
  'orion.tags.beeper.intervalMin': 900,
  'orion.tags.beeper.intervalMax': 1200,
  'orion.tags.beeper.pulseCount': 2,
  'orion.tags.beeper.burstTolerance': 6,
  'orion.tags.coded.codeset': 2003,
  'orion.tags.coded.burstTolerance': 5,
  'orion.advanced.calibrationOffset': -130,
  'orion.advanced.debugEnabled': 0,
};

const ares = {
  'ares.general.autoSquelch': 0,
  'ares.general.squelch': -115,
  'ares.general.logEnabled': 0,
  'ares.general.serialEnabled': 0,
  'ares.general.gain': 10,
  'ares.general.calibration': -130,
  'ares.general.volume': 5,
  'ares.channels.operateMode': 0,
  'ares.channels.vfoFrequency': 150.5,
  'ares.channels.numAntennas': 1,
  'ares.channels.dwellTime': 5,
  'ares.channels.syncInterval': 2,
  'ares.channels.scanTable': [],
  'ares.decoder.enabled': 1,
  'ares.decoder.decodeType': 8,
  'ares.decoder.pulseTolerance': 4,
  'ares.decoder.beeper.pulseMin': 3,
  'ares.decoder.beeper.pulseMax': 25,
  'ares.decoder.beeper.intervalMin': 400,
  'ares.decoder.beeper.intervalMax': 2000,
  'ares.decoder.beeper.pulseCount': 2,
  'ares.decoder.beeper.pulseDropCount': 1,
  'ares.decoder.slot1.protocol': 18,
  'ares.decoder.slot1.pulseMin': 5,
  'ares.decoder.slot1.pulseMax': 25,
  'ares.decoder.slot2.protocol': 19,
  'ares.decoder.slot2.pulseMin': 5,
  'ares.decoder.slot2.pulseMax': 25,
  'ares.filter.enabled': 0,
  'ares.filter.isExclude': 0,
  'ares.filter.codeTable': [],
};
