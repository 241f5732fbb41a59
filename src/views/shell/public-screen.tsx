import { publicScreens } from '../../model/navigation/routes.ts';
import { NotFoundScreen } from './screens.tsx';
import { later } from '../controls/later.tsx';

const NotBuiltView = later(() => import('./not-built-view.tsx'));

/** A public page other than the login (NAV-1, NAV-13): not built yet, or none at all. */
export function PublicScreen(props: { path: string }) {
  const screen = publicScreens.find(({ path }) => path === props.path);
  return screen === undefined ? <NotFoundScreen /> : <NotBuiltView screen={screen} />;
}
