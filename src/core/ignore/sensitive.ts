import { compileNamedRules, namedRule } from './namedRules';
import type { RuleTargets } from './ruleIndex';

/**
 * Names that suggest secrets, left out until the user selects them. A name is listed if a file of that name holds a
 * secret more often than not. Names that ordinary sources share (`keys.ts`, a chart's `secrets.yaml`, `*.pub`, `*.crt`)
 * are not listed.
 */
export function sensitiveRule({ lower }: RuleTargets): string | undefined {
  return namedRule(lower.isFolder ? FOLDERS : FILES, lower);
}

const FOLDERS = compileNamedRules(['.env*/', '.ssh/', '.gnupg/']);

const FILES = compileNamedRules([
  // Environment settings
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
  // Credentials of command-line tools
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
  // Shell history
  '.*_history',
]);
