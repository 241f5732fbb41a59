import { expect, test } from 'vitest';
import type { Animal } from '#model/registry/animals/animal.ts';
import type { TransmitterRow } from '#model/registry/transmitters/transmitter.ts';
import { animalColumns } from '#model/registry/animals/animal-columns.ts';
import { transmitterColumns } from '#model/registry/transmitters/transmitter-columns.ts';
import { tableCsv } from '#model/tables/table-file.ts';
import type { RowColumns } from '#model/tables/table-rows.ts';
import { registrySamples } from '../../support/screen-facts/registries.ts';

/** The texts of a row in registry tables: under a heading, without one, and in a file (REG-19, REG-21). */

const { animal, transmitter } = registrySamples;
const sam: Animal = { ...animal.row, alias: '=Sam', species: 'Steelhead', gender: 1, weight: 4_200, age: 1, isTagged: false };
const coded: TransmitterRow = { ...transmitter.row, serialNumber: 'TX-0001', modelNumber: 'NTF-6-2', protocolId: 18 };
const plain = { search: '', sort: { by: '', direction: 'ascending' } } as const;

function said<Row extends { id: number }>(columns: RowColumns<Row>, row: Row) {
  return {
    headed: columns.map(({ label, text }) => `${label}: ${text(row)}`),
    alone: columns.map(({ text, alone = text }) => alone(row)),
    file: tableCsv([row], columns, plain).split('\r\n').slice(0, 2),
  };
}

test('animals', () => {
  expect(said(animalColumns, sam)).toEqual({
    headed: ['Name: =Sam', 'Species: Steelhead', 'Gender: Male', 'Weight (g): 4200', 'Age (days): 1', 'Tagged: –'],
    alone: ['=Sam', 'Steelhead', 'Male', '4200 g', '1 day', ''],
    file: ['Name,Species,Gender,Weight (g),Age (days),Tagged', "'=Sam,Steelhead,Male,4200,1,no"],
  });
});

test('transmitters, with the +/- that the specification quotes and else ± (LOOK-43)', () => {
  const { headed, alone, file } = said(transmitterColumns, coded);
  expect(headed).toEqual([
    'Serial Number: TX-0001',
    'Model: NTF-6-2',
    'Emission Protocol: Lotek 2000',
    'Frequency: 150.050 MHz +/- 1.5 kHz',
    'Code: 42',
    'Emit Interval (ms): 5000 +/- 10',
    'Purpose: Tag',
  ]);
  expect(alone.slice(3, 6)).toEqual(['150.050 MHz +/- 1.5 kHz', 'Code 42', '5000 +/- 10 ms']);
  expect(file).toEqual([
    'Serial Number,Model,Emission Protocol,Frequency (MHz),Frequency ± (kHz),Code,Emit Interval (ms),Emit Interval ± (ms),Purpose',
    'TX-0001,NTF-6-2,Lotek 2000,150.05,1.5,42,5000,10,Tag',
  ]);
  const beeper = said(transmitterColumns, { ...coded, protocolId: 7, codeNumber: null, purpose: 1 });
  expect([beeper.headed[4], beeper.alone[4]]).toEqual(['Code: N/a', 'Code N/a']);
  expect(beeper.file[1], 'what is not there is empty').toBe('TX-0001,NTF-6-2,Beeper,150.05,1.5,,5000,10,Beacon');
});
