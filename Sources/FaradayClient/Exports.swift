// The async client.
