import { Provider } from '@adobe/react-spectrum/Provider';
import { renderToStaticMarkup } from 'react-dom/server';
import { createActor } from 'xstate';
import { authMachine } from '../machines/auth/auth-machine.ts';
import { submissionMachine } from '../machines/submission/submission-machine.ts';
import { resetRules } from '../model/forms/reset-password.ts';
import { signUpRules } from '../model/forms/sign-up.ts';
import { VisitProvider } from '../views/controls/arrival.tsx';
import { LoginView } from '../views/login/login-view.tsx';
import { theme } from '../views/theme/theme.ts';

const schemes = ['light', 'dark'] as const;

/**
 * Draws the login for index.html during the build (SPEED-18), with the console's own views; returns its
 * markup, and the classes of its outermost element by scheme.
 */
export function drawLogin(): { markup: string; dresses: Record<string, string> } {
  const dresses = schemes.map((scheme) => [scheme, /class="([^"]*)"/.exec(drawn(scheme))?.[1] ?? ''] as const);
  return { markup: drawn('dark'), dresses: Object.fromEntries(dresses) };
}

/**
 * The form's method is `dialog`, so that Enter before the script runs cannot put a password into the address.
 */
function drawn(colorScheme: (typeof schemes)[number]): string {
  const auth = createActor(authMachine, { input: { now: () => 0 } });
  const signUp = createActor(submissionMachine, { input: { rules: signUpRules } });
  const resetPassword = createActor(submissionMachine, { input: { rules: resetRules } });
  const markup = renderToStaticMarkup(
    <Provider theme={theme} colorScheme={colorScheme} scale="medium" isEmphasized locale="en-US">
      <VisitProvider pathname="/login">
        <main>
          <LoginView auth={auth} signUp={signUp} resetPassword={resetPassword} demo={null} onReload={() => {}} />
        </main>
      </VisitProvider>
    </Provider>,
  );
  return markup.replace(/^(<link[^>]*>)+/, '').replace('<form ', '<form method="dialog" ');
}
