import { vitalsBounds } from '#model/entities/vitals.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { numberIn } from '../../platform/number-text.ts';
import { cellsOf } from './cells.ts';
import type { FileExtremes, FileFacts, FileVitals, ImportFormat } from './import-format.ts';
import { dayIn, localMs, onceInARow } from './lemhi-times.ts';

const columns = ['date', 'time', 'volt_avg', 'volt_min', 'volt_max', 'temp_avg', 'temp_min', 'temp_max', 'receiver'];
const header = columns.join(',');
/** The study's word for a value that was not measured. */
const none = 'NA';

/**
 * Voltages and temperatures of the receivers in the Lemhi study: averages of 15 minutes, at the receiver's
 * local day and second of the day.
 */
export const lemhiVitalsFormat: ImportFormat = {
  name: 'Lemhi voltages and temperatures',
  sample: header,
  knows: (firstLine) => firstLine.trim() === header,
  reader: (_header, facts) => {
    const dayOf = onceInARow(dayIn);
    return (line) => readLine(line, facts, dayOf);
  },
};

function readLine(line: string, { clock }: FileFacts, dayOf: typeof dayIn): Result<FileVitals> {
  const cells = cellsOf(line);
  if (cells === null) return refused('a quote that is not closed, or inside a cell');
  if (cells.length !== columns.length) return refused(`${cells.length} columns instead of ${columns.length}`);
  const [date = '', time = '', volts = '', , , degrees = '', , , receiver = ''] = cells;
  const local = localMs(dayOf(date), time);
  if (!local.ok) return local;
  const voltage = measured(volts, vitalsBounds.voltage, 'V');
  if (!voltage.ok) return voltage;
  const temperature = measured(degrees, vitalsBounds.temperature, '°C');
  if (!temperature.ok) return temperature;
  if (voltage.value === null && temperature.value === null) return refused('neither a voltage nor a temperature');
  const instant = clock.instantOf(local.value, receiver);
  if (!instant.ok) return instant;
  const extremes = extremesIn(cells, voltage.value, temperature.value);
  return accepted({ receiver, ts: instant.value, voltage: voltage.value, temperature: temperature.value, extremes });
}

function extremesIn(cells: readonly string[], voltage: number | null, temperature: number | null): Result<FileExtremes> {
  const [, , , voltMin = '', voltMax = '', , degreesMin = '', degreesMax = ''] = cells;
  const volts = around(voltage, [voltMin, voltMax], vitalsBounds.voltage, 'V');
  if (!volts.ok) return volts;
  const degrees = around(temperature, [degreesMin, degreesMax], vitalsBounds.temperature, '°C');
  if (!degrees.ok) return degrees;
  const [[voltageMin, voltageMax], [temperatureMin, temperatureMax]] = [volts.value, degrees.value];
  return accepted({ voltageMin, voltageMax, temperatureMin, temperatureMax });
}

type MeasureBounds = { min: number; max: number };

/**
 * Returns the lowest and highest value behind an average, or why they are wrong; nulls if there is no
 * average.
 */
function around(
  average: number | null,
  [min, max]: readonly [min: string, max: string],
  bounds: MeasureBounds,
  unit: string,
): Result<[number | null, number | null]> {
  const [lowest, highest] = [measured(min, bounds, unit), measured(max, bounds, unit)];
  if (!lowest.ok) return lowest;
  if (!highest.ok) return highest;
  if (average === null) return accepted([null, null]);
  if ((lowest.value ?? average) > average || (highest.value ?? average) < average)
    return refused(`an average in ${unit} outside its lowest and highest`);
  return accepted([lowest.value, highest.value]);
}

function measured(text: string, { min, max }: MeasureBounds, unit: string): Result<number | null> {
  if (text === none) return accepted(null);
  const value = numberIn(text);
  return value === null || value < min || value > max ? refused(`a value outside ${min} to ${max} ${unit}`) : accepted(value);
}
