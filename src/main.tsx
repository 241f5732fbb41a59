import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserServices } from './composition/browser-services.ts';
import { startApp } from './composition/compose.ts';
import { publicScreen, reloadPage } from './composition/compose-page.ts';
import { demoLoginIn } from './model/forms/demo-login.ts';
import { AppView } from './views/app-view.tsx';

/** The composition root: compose.ts builds services and machines, and this module draws them. */
const services = browserServices(window);
const app = startApp(services);

const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
// A transition is drawn in short steps, between which the built login takes keys and presses (SPEED-18).
const reactRoot = createRoot(root);
startTransition(() =>
  reactRoot.render(
    <StrictMode>
      <AppView
        app={app}
        steps={services.backSteps}
        demo={demoLoginIn(page?.serverTiming)}
        PublicScreen={publicScreen(services, app)}
        onReload={() => reloadPage(app)}
      />
    </StrictMode>,
  ),
);
