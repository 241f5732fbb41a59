import { transmitterColumns } from '../model/registry/transmitters/transmitter-columns.ts';
import { later } from '../views/controls/later.tsx';
import { registryScreen } from './registry-screen.ts';

/** REG-1. */
export default registryScreen({
  entity: 'transmitter',
  columns: transmitterColumns,
  view: later(() => import('../views/transmitters/transmitters-view.tsx')),
});
