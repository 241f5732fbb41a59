import { expect, test } from 'vitest';
import { type BatchEffect, batchReceivers } from '#model/receiver-editor/batch.ts';
import {
  appliedText,
  batchTitle,
  chosenText,
  missingText,
  otherModelText,
  reviewText,
} from '#model/receiver-editor/batch-words.ts';
import { defaultConfig } from '#model/config/config.ts';

/** CFG-11, CFG-14: the texts of a batch edit. */

const [receiver] = batchReceivers([{ rxId: 1, alias: 'Crest', model: 0, orion: defaultConfig('orion') }]);
const difference = { path: 'general.squelch', label: 'General: Squelch', before: '−110 dBm', after: '−90 dBm' };
const changing: BatchEffect = { receiver: receiver!, differences: [difference], refusal: null };
const same: BatchEffect = { ...changing, differences: [] };
const refused: BatchEffect = { ...changing, refusal: 'Tags, Beeper: Shortest pulse: Not above the maximum, 25' };

test.each([
  [batchTitle(0), 'Edit receivers'],
  [batchTitle(1), 'Edit 1 receiver'],
  [batchTitle(500), 'Edit 500 receivers'],
  [missingText(1), '1 selected receiver is not in this system.'],
  [missingText(2), '2 selected receivers are not in this system.'],
  [otherModelText(1), '1 is of another model and is not changed.'],
  [otherModelText(3), '3 are of another model and are not changed.'],
  [chosenText(0), 'Choose at least one field: tick Apply or change a value'],
  [chosenText(1), '1 field is chosen'],
  [chosenText(2), '2 fields are chosen'],
  [reviewText([]), 'No receivers left to change'],
  [reviewText([changing, changing]), '2 of 2 receivers change'],
  [reviewText([changing, same]), '1 of 2 receivers changes'],
  [reviewText([changing]), '1 of 1 receiver changes'],
  [reviewText([changing, refused]), '1 of 2 receivers changes; 1 cannot take it and stays as it is'],
  [reviewText([refused, refused]), '0 of 2 receivers change; 2 cannot take it and stay as they are'],
  [appliedText(1, 2), '1 of 2 receivers is set; this one stays as it was:'],
  [appliedText(0, 1), '0 of 1 receiver is set; this one stays as it was:'],
  [appliedText(2, 5), '2 of 5 receivers are set; these stay as they were:'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});
