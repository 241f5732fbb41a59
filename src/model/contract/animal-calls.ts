import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { animalFieldsSchema, animalSchema } from '../entities/animal.ts';
import { researcher, viewer } from '../entities/role.ts';
import { tagFieldsSchema, tagIsInOrder, tagIsSomewhere, tagSchema } from '../entities/tag.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { rowId } from '../fields/value-fields.ts';
import { someIds } from '../fields/query-fields.ts';

const byIds = v.object({ ids: someIds });
/** What is changed may name itself a second time. */
const id = v.optional(rowId);

/** CALL-3: animals, and those that carry a tag. */
export const animalCalls = calls({
  listAnimals: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/animals',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, animals: v.array(animalSchema) }),
  },
  createAnimal: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/animals',
    access: { role: researcher },
    body: animalFieldsSchema,
    changes: true,
    reply: v.object({ animal: animalSchema, ...changeReply }),
  },
  updateAnimal: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/animals/{id}',
    access: { role: researcher },
    body: v.object({ animalData: v.object({ ...animalFieldsSchema.entries, id }), asOf: v.optional(asOfSchema) }),
    repeats: { 'animalData.id': 'id' },
    changes: true,
    reply: v.object({ animal: animalSchema, ...changeReply }),
  },
  deleteAnimals: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/animals',
    access: { role: researcher },
    query: byIds,
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
  listTags: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/tags',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, tags: v.array(tagSchema) }),
  },
  createTag: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/tags',
    access: { role: researcher },
    body: v.object({ tagData: v.pipe(tagFieldsSchema, tagIsSomewhere(), tagIsInOrder()) }),
    changes: true,
    reply: v.object({ tagData: tagSchema, ...changeReply }),
  },
  updateTag: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/tags/{id}',
    access: { role: researcher },
    body: v.object({
      tagData: v.pipe(v.object({ ...tagFieldsSchema.entries, id }), tagIsSomewhere(), tagIsInOrder()),
      asOf: v.optional(asOfSchema),
    }),
    repeats: { 'tagData.id': 'id' },
    changes: true,
    reply: v.object({ tagData: tagSchema, ...changeReply }),
  },
  deleteTags: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/tags',
    access: { role: researcher },
    query: byIds,
    changes: true,
    reply: v.object({ ids: v.array(v.number()), ...changeReply }),
  },
});
