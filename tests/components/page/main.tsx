import { Provider } from '@adobe/react-spectrum/Provider';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { theme } from '../../../src/views/theme/theme.ts';
import { said } from './said.ts';
import { stories, type Story, type StoryName } from './stories.tsx';

/** A page that draws one control at a time, built like the console; its tests are in the folder above. */
const root = createRoot(document.getElementById('root')!);
let mounted = 0;

/** Draws the story before it returns. */
function draw(story: ReactNode): void {
  flushSync(() =>
    root.render(
      <Provider key={mounted} theme={theme} colorScheme="light" scale="medium" isEmphasized locale="en-US">
        <main>
          <h1>Components</h1>
          {story}
        </main>
      </Provider>,
    ),
  );
}

function show<Name extends StoryName>(...[name, props]: Story<Name>): void {
  draw(stories[name](props));
}

globalThis.componentPage = {
  mount(...story) {
    mounted += 1;
    // The previous control may still report a blur while it is removed.
    draw(null);
    said.length = 0;
    show(...story);
  },
  change: show,
  said: () => said,
};
