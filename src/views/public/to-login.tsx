import { useLocation } from 'wouter';
import { Button } from '../controls/button.tsx';

/** Leads from a public page to the login. */
export function ToLogin(props: { children: string }) {
  const [, navigate] = useLocation();
  return (
    <Button rank="primary" onPress={() => navigate('/login')}>
      {props.children}
    </Button>
  );
}
