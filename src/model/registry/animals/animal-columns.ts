import type { RowColumns } from '../../tables/table-rows.ts';
import { registryColumns } from '../registry-columns.ts';
import { type Animal, animals } from './animal.ts';

export const animalColumns: RowColumns<Animal> = [
  ...registryColumns<Animal>(animals),
  {
    id: 'isTagged',
    label: 'Tagged',
    text: ({ isTagged }) => (isTagged ? 'Tagged' : '–'),
    alone: ({ isTagged }) => (isTagged ? 'Tagged' : ''),
    file: [{ label: 'Tagged', text: ({ isTagged }) => (isTagged ? 'yes' : 'no') }],
  },
];
