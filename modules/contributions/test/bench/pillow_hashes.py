"""Hashes files with Pillow and hashlib, in a process for each core. Reads paths from standard input and prints their number."""
import hashlib
import multiprocessing
import sys

from PIL import Image


def hash_all(path):
    with open(path, 'rb') as file:
        data = file.read()
    hashes = [hashlib.new(name, data).digest() for name in ('md5', 'sha1', 'sha256')]
    if path.endswith(('.jpg', '.png', '.gif', '.webp')):
        with Image.open(path) as image:
            hashes.append(hashlib.sha3_256(image.convert('RGBA').tobytes()).digest())
    return hashes


if __name__ == '__main__':
    paths = sys.stdin.read().split('\n')
    with multiprocessing.Pool() as pool:
        print(sum(1 for _ in pool.imap_unordered(hash_all, [path for path in paths if path], chunksize=4)))
