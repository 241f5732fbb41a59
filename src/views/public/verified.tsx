import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { Screen } from '../shell/screen.tsx';
import { ToLogin } from './to-login.tsx';

type Props<Answer> = { link: QuestionRef<Answer>; children: (answer: Answer) => ReactNode };

/** Shows what a mailed link opens, once the host has verified its token (FORM-15). */
export function Verified<Answer>({ link, children }: Props<Answer>) {
  const { answer, isFailed, failure, again } = useAnswer(link);
  const hasToken = useSelector(link, (snapshot) => !snapshot.hasTag('idle'));
  if (answer !== null) return children(answer);
  return (
    <Screen>
      <div aria-live="polite">
        {isFailed || !hasToken ? (
          <Notice
            level={1}
            tone="failed"
            title="Could not verify"
            action={
              <div className="wrap middle">
                <ToLogin>Go to login</ToLogin>
                {failure?.kind === 'network' ? <Button onPress={again}>Try again</Button> : null}
              </div>
            }
          >
            An error occurred, please contact SEI if this persists.
          </Notice>
        ) : (
          <Notice level={1} title="Verifying..." />
        )}
      </div>
    </Screen>
  );
}

/** Says what opening or confirming a mailed link has done. */
export function Confirmed({ children }: { children: string }) {
  return (
    <Screen>
      <Notice level={1} title="Verified" action={<ToLogin>Go to login</ToLogin>}>
        {children}
      </Notice>
    </Screen>
  );
}
