/** The published schema of dumps. The archive validates dumps against this text, so there is no second definition that could differ. */
import { EXIF_TAGS, MAX_EXIF_VALUE, MAX_TRACKS, TRACK_KINDS } from './dump.ts';

/** The namespace names the version of the format. A change that makes dumps of older clients invalid needs a new one. */
export const DUMP_NAMESPACE = 'urn:sagasu:dump:1';

const enumerated = (values: readonly string[]): string =>
  values.map((value) => `<xs:enumeration value="${value}"/>`).join('');

const hexadecimal = (name: string, digits: number): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string"><xs:pattern value="[0-9a-f]{${digits}}"/></xs:restriction></xs:simpleType>`;

const number = (name: string, base: string, max: number): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}"><xs:maxInclusive value="${max}"/></xs:restriction></xs:simpleType>`;

const text = (name: string, pattern: string): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`;

export const DUMP_XSD = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:d="${DUMP_NAMESPACE}" targetNamespace="${DUMP_NAMESPACE}" elementFormDefault="qualified">
  ${hexadecimal('md5', 32)}
  ${hexadecimal('sha1', 40)}
  ${hexadecimal('sha256', 64)}
  ${number('size', 'positiveInteger', 2 ** 40)}
  ${number('side', 'positiveInteger', 1_000_000)}
  ${number('milliseconds', 'nonNegativeInteger', 2 ** 40)}
  ${number('bytes', 'nonNegativeInteger', 2 ** 40)}
  ${number('bitrate', 'nonNegativeInteger', 2 ** 40)}
  ${text('client', '[A-Za-z0-9][A-Za-z0-9._\\-]{0,31}')}
  ${text('version', '(0|[1-9][0-9]{0,5})(\\.(0|[1-9][0-9]{0,5})){0,3}')}
  ${text('type', '[a-z0-9]{1,8}')}
  ${text('codec', '[ -~]{1,64}')}
  <xs:simpleType name="exifValue"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${MAX_EXIF_VALUE}"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="tag"><xs:restriction base="xs:string">${enumerated(EXIF_TAGS)}</xs:restriction></xs:simpleType>
  <xs:simpleType name="kind"><xs:restriction base="xs:string">${enumerated(TRACK_KINDS)}</xs:restriction></xs:simpleType>
  <xs:simpleType name="flag"><xs:restriction base="xs:string"><xs:enumeration value="true"/></xs:restriction></xs:simpleType>
  <xs:element name="dump">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="client">
          <xs:complexType>
            <xs:attribute name="name" type="d:client" use="required"/>
            <xs:attribute name="version" type="d:version" use="required"/>
          </xs:complexType>
        </xs:element>
        <xs:element name="file">
          <xs:complexType>
            <xs:attribute name="size" type="d:size" use="required"/>
            <xs:attribute name="type" type="d:type" use="required"/>
            <xs:attribute name="md5" type="d:md5" use="required"/>
            <xs:attribute name="sha1" type="d:sha1" use="required"/>
            <xs:attribute name="sha256" type="d:sha256" use="required"/>
            <xs:attribute name="offered" type="d:flag"/>
          </xs:complexType>
        </xs:element>
        <xs:element name="image" minOccurs="0">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="exif" minOccurs="0" maxOccurs="${EXIF_TAGS.length}">
                <xs:complexType>
                  <xs:attribute name="tag" type="d:tag" use="required"/>
                  <xs:attribute name="value" type="d:exifValue" use="required"/>
                </xs:complexType>
              </xs:element>
            </xs:sequence>
            <xs:attribute name="width" type="d:side" use="required"/>
            <xs:attribute name="height" type="d:side" use="required"/>
            <xs:attribute name="pixels" type="d:sha256"/>
            <xs:attribute name="perceptual" type="xs:long"/>
          </xs:complexType>
          <xs:unique name="tags"><xs:selector xpath="d:exif"/><xs:field xpath="@tag"/></xs:unique>
        </xs:element>
        <xs:element name="media" minOccurs="0">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="track" maxOccurs="${MAX_TRACKS}">
                <xs:complexType>
                  <xs:attribute name="kind" type="d:kind" use="required"/>
                  <xs:attribute name="codec" type="d:codec" use="required"/>
                  <xs:attribute name="bitrate" type="d:bitrate"/>
                  <xs:attribute name="bytes" type="d:bytes"/>
                  <xs:attribute name="duration" type="d:milliseconds"/>
                  <xs:attribute name="width" type="d:side"/>
                  <xs:attribute name="height" type="d:side"/>
                </xs:complexType>
              </xs:element>
            </xs:sequence>
            <xs:attribute name="container" type="d:codec" use="required"/>
            <xs:attribute name="duration" type="d:milliseconds"/>
            <xs:attribute name="structure" type="d:bytes"/>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>
`;
