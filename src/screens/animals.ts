import { animalColumns } from '../model/registry/animals/animal-columns.ts';
import { registryScreen } from './registry-screen.ts';

/** The animals screen (REG-6). */
export default registryScreen({ entity: 'animal', columns: animalColumns });
