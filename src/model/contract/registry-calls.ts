import * as v from 'valibot';
import { animalFieldsSchema, animalSchema } from '../entities/animal.ts';
import { beaconSchema } from '../entities/beacon.ts';
import { modemPointSchema, modemSchema } from '../entities/modem.ts';
import { researcher, viewer } from '../entities/role.ts';
import { tagFieldsSchema, tagSchema } from '../entities/tag.ts';
import {
  codeProblem,
  isCodeOfProtocol,
  transmitterFieldsSchema,
  transmitterModelSchema,
  transmitterSchema,
} from '../entities/transmitter.ts';
import { calls } from './call.ts';
import { message } from './fields.ts';
import { rowId } from './value-fields.ts';
import { queryId, querySpan, someIds } from './query-fields.ts';

const modemSeries = {
  access: { role: viewer },
  method: 'GET',
  query: v.object({ modemId: queryId, timeSelect: v.picklist(['range']), range: querySpan }),
  repeats: { modemId: 'id' },
  reply: v.object({ points: v.array(modemPointSchema) }),
} as const;
const byIds = v.object({ ids: someIds });
/** What is changed may name itself a second time. */
const id = v.optional(rowId);

/** A transmitter's fields, and the same with its id: the code is one of the protocol. */
const newTransmitter = v.pipe(
  transmitterFieldsSchema,
  v.forward(
    v.check((fields) => isCodeOfProtocol(fields), codeProblem),
    ['codeNumber'],
  ),
);
const changedTransmitter = v.pipe(
  v.object({ ...transmitterFieldsSchema.entries, id }),
  v.forward(
    v.check((fields) => isCodeOfProtocol(fields), codeProblem),
    ['codeNumber'],
  ),
);

/** CALL-3: transmitters, animals, tags, modems. */
export const registryCalls = calls({
  getBeaconsSummary: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/beacons/summary',
    access: { role: viewer },
    reply: v.object({ all: v.array(beaconSchema), recent: v.array(beaconSchema) }),
    summary: 'Beacon transmitters by receiver and antenna: of the past 7 days, and of the past hour',
  },
  listTransmitters: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters',
    access: { role: viewer },
    reply: v.object({ transmitters: v.array(transmitterSchema), models: v.array(transmitterModelSchema) }),
    summary: 'All transmitters and their models',
  },
  createTransmitter: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/transmitters',
    access: { role: researcher },
    body: v.object({ txData: newTransmitter }),
    reply: transmitterSchema,
    summary: 'Add a transmitter',
  },
  updateTransmitter: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/transmitters/{id}',
    access: { role: researcher },
    body: v.object({ txData: changedTransmitter }),
    repeats: { 'txData.id': 'id' },
    reply: transmitterSchema,
    summary: 'Change a transmitter',
  },
  deleteTransmitters: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/transmitters',
    access: { role: researcher },
    query: byIds,
    reply: message,
    summary: 'Delete transmitters',
  },
  getTransmitter: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}',
    access: { role: viewer },
    reply: transmitterSchema,
    summary: 'One transmitter',
  },
  getRecentDetections: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}/detections/recent',
    access: { role: viewer },
    reply: v.object({ rxCount: v.number(), antCount: v.number(), hits: v.number() }),
    summary: 'Detections of the past hour in three numbers',
  },
  listDetections: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}/detections',
    access: { role: viewer },
    reply: v.object({
      detections: v.array(v.object({ ReceiverId: v.number(), antenna: v.number(), blockTime: v.number(), hits: v.number() })),
      lastTimes: v.array(v.object({ ReceiverId: v.number(), antenna: v.number(), lastTime: v.number() })),
    }),
    summary: 'Hourly detections of the past 7 days',
  },
  listAnimals: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/animals',
    access: { role: viewer },
    reply: v.object({ animals: v.array(animalSchema) }),
    summary: 'All animals',
  },
  createAnimal: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/animals',
    access: { role: researcher },
    body: animalFieldsSchema,
    reply: v.object({ animal: animalSchema }),
    summary: 'Add an animal',
  },
  updateAnimal: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/animals/{id}',
    access: { role: researcher },
    body: v.object({ animalData: v.object({ ...animalFieldsSchema.entries, id }) }),
    repeats: { 'animalData.id': 'id' },
    reply: v.object({ animal: animalSchema }),
    summary: 'Change an animal',
  },
  deleteAnimals: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/animals',
    access: { role: researcher },
    query: byIds,
    reply: message,
    summary: 'Delete animals',
  },
  listTags: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/tags',
    access: { role: viewer },
    reply: v.object({ tags: v.array(tagSchema) }),
    summary: 'All tagged animals',
  },
  createTag: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/tags',
    access: { role: researcher },
    body: v.object({ tagData: tagFieldsSchema }),
    reply: v.object({ tagData: tagSchema }),
    summary: 'Tag an animal',
  },
  updateTag: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/tags/{id}',
    access: { role: researcher },
    body: v.object({ tagData: v.object({ ...tagFieldsSchema.entries, id }) }),
    repeats: { 'tagData.id': 'id' },
    reply: v.object({ tagData: tagSchema }),
    summary: 'Change a tag',
  },
  deleteTags: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/tags',
    access: { role: researcher },
    query: byIds,
    reply: v.object({ ids: v.array(v.number()) }),
    summary: 'Delete tags',
  },
  listModems: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/modems',
    access: { role: viewer },
    reply: v.object({ modems: v.array(modemSchema) }),
    summary: 'All modems',
  },
  getModemVoltage: { ...modemSeries, path: '/api/mitashost/{mitasId}/modems/{id}/voltage', summary: "A modem's supply voltage" },
  getModemTemperature: {
    ...modemSeries,
    path: '/api/mitashost/{mitasId}/modems/{id}/temperature',
    summary: "A modem's core temperature",
  },
  getModemRssi: { ...modemSeries, path: '/api/mitashost/{mitasId}/modems/{id}/rssi', summary: "A modem's signal strength" },
});
