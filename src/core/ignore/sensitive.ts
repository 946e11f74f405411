import { compileNamedRules, namedRule } from './namedRules';
import type { RuleTargets } from './ruleIndex';

/**
 * Names under which secrets lie: off until the user says otherwise. A name is here when a file called so holds
 * a secret more often than not; names that sources share (`keys.ts`, `secrets.yaml` of a chart, `*.pub`, `*.crt`) are not.
 */
export function sensitiveRule({ lower }: RuleTargets): string | undefined {
  return namedRule(lower.isFolder ? FOLDERS : FILES, lower);
}

const FOLDERS = compileNamedRules(['.env*/', '.ssh/', '.gnupg/']);

const FILES = compileNamedRules([
  // Settings of an environment
  '*.env',
  '.env*',
  // Private keys and key stores
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ecdsa_sk',
  'id_ed25519',
  'id_ed25519_sk',
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.pkcs12',
  '*.ppk',
  '*.jks',
  '*.jceks',
  '*.bks',
  '*.keystore',
  '*.kdbx',
  '*.ovpn',
  // Log-ins of tools
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.s3cfg',
  '.boto',
  '.dockercfg',
  '**/.docker/config.json',
  '**/.kube/config',
  'kubeconfig',
  '.htpasswd',
  '.git-credentials',
  '.vault-token',
  '.terraformrc',
  '*.tfstate',
  '*.tfstate.backup',
  // Credentials by name
  'credentials',
  '.credentials',
  'credentials.json',
  'credentials.csv',
  'credentials.xml',
  'credentials.toml',
  'credentials.yml',
  'credentials.yaml',
  'application_default_credentials.json',
  'client_secret*.json',
  'service-account*.json',
  'service_account*.json',
  'serviceaccount*.json',
  '.secrets',
  '**/.streamlit/secrets.toml',
  // What was typed into a shell
  '.*_history',
]);
